import { z } from 'zod'
import { recordBase } from '../core/entity'
import { Id, Instant, line } from '../core/scalars'
import { CREDENTIAL_SCOPES, CREDENTIAL_STATES, ENVIRONMENTS } from '../core/vocabulary'
import { IpRange, setOf } from './parts'
import { schemaMessage } from '../core/sentence'

const settings = {
  name: line(100),
  scopes: setOf(z.enum(CREDENTIAL_SCOPES), CREDENTIAL_SCOPES.length).min(1, schemaMessage`Choose at least one scope.`),
  /** Allowed source addresses of calls; empty = all that the partner allows. */
  ip_allowlist: setOf(IpRange, 100),
  /** Null = does not expire. */
  expires_at: Instant.nullable(),
}

/** A key of the partner API. The secret is shown once and only its SHA-256 is stored. */
export const PartnerCredential = z.object({
  ...recordBase,
  partner_id: Id,
  ...settings,
  environment: z.enum(ENVIRONMENTS),
  /** Beginning of the key: `tk_live_` or `tk_test_`. */
  prefix: z.string(),
  /** The last four characters, to distinguish keys. */
  last4: z.string().length(4),
  state: z.enum(CREDENTIAL_STATES),
  /** Partner member who created it; the member's role limits its scopes. Null if the member is unknown. */
  made_by_member_id: Id.nullable(),
  last_used_at: Instant.nullable(),
  last_used_ip: z.string().nullable(),
})
export type PartnerCredential = z.output<typeof PartnerCredential>

export const PartnerCredentialCreate = z.strictObject({
  ...settings,
  partner_id: Id,
  environment: z.enum(ENVIRONMENTS).default('test'),
  ip_allowlist: settings.ip_allowlist.default([]),
  expires_at: settings.expires_at.default(null),
})
export type PartnerCredentialCreate = z.input<typeof PartnerCredentialCreate>

export const PartnerCredentialUpdate = z.strictObject(settings).partial()
export type PartnerCredentialUpdate = z.output<typeof PartnerCredentialUpdate>
