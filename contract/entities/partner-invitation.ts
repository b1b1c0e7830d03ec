import { z } from 'zod'
import { recordBase } from '../core/entity'
import { Email, Id, Instant } from '../core/scalars'
import { INVITATION_STATES, PARTNER_ROLES } from '../core/vocabulary'
import { LANGUAGES } from '../core/languages'

/** An invitation to the partner portal. Its token is sent once and only its hash is stored. */
export const PartnerInvitation = z.object({
  ...recordBase,
  partner_id: Id,
  email: Email,
  role: z.enum(PARTNER_ROLES),
  /** Language of the invitation. */
  language: z.enum(LANGUAGES),
  state: z.enum(INVITATION_STATES),
  expires_at: Instant,
  accepted_at: Instant.nullable(),
})
export type PartnerInvitation = z.output<typeof PartnerInvitation>

export const PartnerInvitationCreate = z.strictObject({
  partner_id: Id,
  email: Email,
  role: z.enum(PARTNER_ROLES).default('agent'),
  language: z.enum(LANGUAGES).default('en'),
})
export type PartnerInvitationCreate = z.input<typeof PartnerInvitationCreate>
