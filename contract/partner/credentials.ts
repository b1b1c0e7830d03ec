import { z } from 'zod'
import { PartnerCredential, PartnerCredentialCreate, PartnerCredentialUpdate } from '../entities/partner-credential'
import { PARTNER_ROTATION_GRACE_DEFAULT_H, PARTNER_ROTATION_GRACE_MAX_H } from '../core/limits/partner-api'
import { operation } from '../core/operations'
import { PresentedPassword } from './auth'
import { Id } from '../core/scalars'
import { onePage } from './page'

/* API keys of a partner, managed by its own members. */

const tag = 'partner-credentials'
/** Only portal members manage keys: a key cannot create or revoke keys. */
const keepers = { partner: ['owner', 'developer'] } as const
const KeyParams = z.object({ id: Id })

/** API key with its secret, which is returned only once. */
export const IssuedCredential = z.object({ ...PartnerCredential.shape, secret: z.string() })
export type IssuedCredential = z.output<typeof IssuedCredential>

export const CredentialCreateBody = z.strictObject({
  ...PartnerCredentialCreate.omit({ partner_id: true }).shape,
  /** Current password of the caller. */
  password: PresentedPassword,
})
export type CredentialCreateBody = z.output<typeof CredentialCreateBody>

export const CredentialRotateBody = z.strictObject({
  /** Hours for which the old key stays valid; 0 revokes it immediately. */
  grace_hours: z.int().min(0).max(PARTNER_ROTATION_GRACE_MAX_H).default(PARTNER_ROTATION_GRACE_DEFAULT_H),
  password: PresentedPassword,
})
export type CredentialRotateBody = z.output<typeof CredentialRotateBody>

export const listCredentials = operation({
  id: 'listCredentials',
  method: 'GET',
  path: '/partner/credentials',
  tag,
  summary: 'List the API keys of the partner, the newest first',
  access: keepers,
  ok: onePage(PartnerCredential, 'All keys, without secrets.'),
  errors: [],
})

export const createCredential = operation({
  id: 'createCredential',
  method: 'POST',
  path: '/partner/credentials',
  tag,
  summary: 'Create an API key',
  access: keepers,
  body: CredentialCreateBody,
  ok: { status: 201, description: 'The key with its secret, shown only once.', schema: IssuedCredential },
  errors: ['validation', 'invalid_credentials', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const rotateCredential = operation({
  id: 'rotateCredential',
  method: 'POST',
  path: '/partner/credentials/:id/rotate',
  tag,
  summary: 'Rotate an API key; the old one stays valid for the given hours',
  access: keepers,
  params: KeyParams,
  body: CredentialRotateBody,
  ok: { status: 201, description: 'The new key with its secret, shown only once.', schema: IssuedCredential },
  errors: ['not_found', 'validation', 'invalid_credentials', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const updateCredential = operation({
  id: 'updateCredential',
  method: 'PATCH',
  path: '/partner/credentials/:id',
  tag,
  summary: 'Update the name, scopes, IP addresses or expiry of an API key',
  access: keepers,
  params: KeyParams,
  body: PartnerCredentialUpdate,
  ifMatch: true,
  ok: { status: 200, description: 'The key as it is now; its version is the ETag.', schema: PartnerCredential },
  errors: ['not_found', 'validation', 'invalid_state', 'version_mismatch', 'precondition_required'],
})

export const revokeCredential = operation({
  id: 'revokeCredential',
  method: 'POST',
  path: '/partner/credentials/:id/revoke',
  tag,
  summary: 'Revoke an API key',
  access: keepers,
  params: KeyParams,
  ok: { status: 200, description: 'The key as it is now.', schema: PartnerCredential },
  errors: ['not_found', 'invalid_state'],
})
