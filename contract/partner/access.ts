import { z } from 'zod'
import { PartnerCredential } from '../entities/partner-credential'
import { PartnerInvitation, PartnerInvitationCreate } from '../entities/partner-invitation'
import { PartnerMember } from '../entities/partner-member'
import { SecondFactor } from '../operations/accounts'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'

/* Management of the portal members, invitations and API keys of a partner by staff. */

const tag = 'partner-access'
const see = { action: 'show', resource: 'partners' } as const
const decide = { action: 'edit', resource: 'partners' } as const

const PartnerParams = z.object({ id: Id })
const InvitationParams = z.object({ id: Id, invitationId: Id })

/** Members, invitations and API keys of a partner. */
export const PartnerAccessRecord = z.object({
  members: z.array(PartnerMember),
  /** Newest first, up to 100. */
  invitations: z.array(PartnerInvitation),
  /** Newest first, up to 100. */
  credentials: z.array(PartnerCredential),
})
export type PartnerAccessRecord = z.output<typeof PartnerAccessRecord>

/** An invitation. The link is returned once, and only if it was not sent by email. */
export const SentInvitation = z.object({ ...PartnerInvitation.shape, link: z.string().nullable() })
export type SentInvitation = z.output<typeof SentInvitation>

/** Returns the link to the caller instead of sending it by email. */
const show_link = z.boolean().default(false)

export const InviteBody = PartnerInvitationCreate.omit({ partner_id: true }).extend({ show_link })
export type InviteBody = z.output<typeof InviteBody>

export const getPartnerAccess = operation({
  id: 'getPartnerAccess',
  method: 'GET',
  path: '/partners/:id/access',
  tag,
  summary: 'Get the members, invitations and API keys of a partner',
  access: see,
  params: PartnerParams,
  ok: { status: 200, description: 'The members, invitations and keys, without secrets.', schema: PartnerAccessRecord },
  errors: ['not_found'],
})

export const invitePartnerMember = operation({
  id: 'invitePartnerMember',
  method: 'POST',
  path: '/partners/:id/invitations',
  tag,
  summary: 'Invite a person to the partner portal',
  access: decide,
  params: PartnerParams,
  body: InviteBody,
  ok: { status: 201, description: 'The sent invitation, or its link, shown only once.', schema: SentInvitation },
  errors: ['not_found', 'validation', 'already_exists', 'invalid_state'],
  unkeyed: 'secret',
})

export const resendPartnerInvitation = operation({
  id: 'resendPartnerInvitation',
  method: 'POST',
  path: '/partners/:id/invitations/:invitationId/resend',
  tag,
  summary: 'Resend an invitation with a new link; the old one becomes invalid',
  access: decide,
  params: InvitationParams,
  body: z.strictObject({ show_link }),
  ok: {
    status: 200,
    description: 'The sent invitation, or its new link, shown only once.',
    schema: SentInvitation,
  },
  errors: ['not_found', 'validation', 'already_exists', 'invalid_state'],
  unkeyed: 'secret',
})

export const revokePartnerInvitation = operation({
  id: 'revokePartnerInvitation',
  method: 'POST',
  path: '/partners/:id/invitations/:invitationId/revoke',
  tag,
  summary: 'Revoke an invitation',
  access: decide,
  params: InvitationParams,
  ok: { status: 200, description: 'The invitation as it is now.', schema: PartnerInvitation },
  errors: ['not_found', 'invalid_state'],
})

export const removePartnerMember = operation({
  id: 'removePartnerMember',
  method: 'DELETE',
  path: '/partners/:id/members/:memberId',
  tag,
  summary: 'Remove a member from the portal and close their sessions',
  access: decide,
  params: z.object({ id: Id, memberId: Id }),
  ok: { status: 200, description: 'The removed member.', schema: PartnerMember },
  errors: ['not_found'],
})

export const resetMemberSecondFactor = operation({
  id: 'resetMemberSecondFactor',
  method: 'POST',
  path: '/partners/:id/members/:memberId/second-factor/reset',
  tag,
  summary: 'Turn off two-step sign-in for a member who has lost the device',
  access: decide,
  params: z.object({ id: Id, memberId: Id }),
  ok: { status: 200, description: 'Two-step sign-in is off.', schema: SecondFactor },
  errors: ['not_found', 'invalid_state'],
})

export const revokePartnerKey = operation({
  id: 'revokePartnerKey',
  method: 'POST',
  path: '/partners/:id/credentials/:credentialId/revoke',
  tag,
  summary: 'Revoke an API key of a partner',
  access: decide,
  params: z.object({ id: Id, credentialId: Id }),
  ok: { status: 200, description: 'The key as it is now.', schema: PartnerCredential },
  errors: ['not_found', 'invalid_state'],
})
