import { z } from 'zod'
import { recordBase } from '../core/entity'
import { Email, Id, Instant } from '../core/scalars'
import { PARTNER_ROLES } from '../core/vocabulary'

/** A person of a partner who signs in to the partner portal. */
export const PartnerMember = z.object({
  ...recordBase,
  partner_id: Id,
  /** Unique over all partners, ignoring case. */
  email: Email,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: z.enum(PARTNER_ROLES),
  /** Whether the sign-in requires a second factor. */
  mfa_enabled: z.boolean(),
  last_login_at: Instant.nullable(),
})
export type PartnerMember = z.output<typeof PartnerMember>

export const PartnerMemberUpdate = z.strictObject({ role: z.enum(PARTNER_ROLES).optional() })
export type PartnerMemberUpdate = z.output<typeof PartnerMemberUpdate>
