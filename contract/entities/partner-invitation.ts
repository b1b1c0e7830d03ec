import { z } from 'zod'
import { recordBase } from '../entity'
import { Email, Id, Instant } from '../scalars'
import { INVITATION_STATES, PARTNER_ROLES } from '../vocabulary'

/** An invitation into the partner portal. Its token is sent once and only its hash is kept. */
export const PartnerInvitation = z.object({
  ...recordBase,
  partner_id: Id,
  email: Email,
  role: z.enum(PARTNER_ROLES),
  state: z.enum(INVITATION_STATES),
  expires_at: Instant,
  accepted_at: Instant.nullable(),
})
export type PartnerInvitation = z.output<typeof PartnerInvitation>

export const PartnerInvitationCreate = z.strictObject({
  partner_id: Id,
  email: Email,
  role: z.enum(PARTNER_ROLES).default('agent'),
})
export type PartnerInvitationCreate = z.input<typeof PartnerInvitationCreate>
