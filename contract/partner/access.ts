import { z } from 'zod'
import { PartnerCredential } from '../entities/partner-credential'
import { PartnerInvitation, PartnerInvitationCreate } from '../entities/partner-invitation'
import { PartnerMember } from '../entities/partner-member'
import { SecondFactor } from '../operations/accounts'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'

/* What staff see and decide of who comes in for a partner. */

const tag = 'partner-access'
const see = { action: 'show', resource: 'partners' } as const
const decide = { action: 'edit', resource: 'partners' } as const

const PartnerParams = z.object({ id: Id })
const InvitationParams = z.object({ id: Id, invitationId: Id })

/** People, invitations and keys of a partner. */
export const PartnerAccessRecord = z.object({
  members: z.array(PartnerMember),
  /** Newest first, up to 100. */
  invitations: z.array(PartnerInvitation),
  /** Newest first, up to 100. */
  credentials: z.array(PartnerCredential),
})
export type PartnerAccessRecord = z.output<typeof PartnerAccessRecord>

/** An invitation, and its link where it was not sent by mail: told this once. */
export const SentInvitation = z.object({ ...PartnerInvitation.shape, link: z.string().nullable() })
export type SentInvitation = z.output<typeof SentInvitation>

/** Not by mail: whoever asks hands the link on. */
const show_link = z.boolean().default(false)

export const InviteBody = PartnerInvitationCreate.omit({ partner_id: true }).extend({ show_link })
export type InviteBody = z.output<typeof InviteBody>

export const getPartnerAccess = operation({
  id: 'getPartnerAccess',
  method: 'GET',
  path: '/partners/:id/access',
  tag,
  summary: 'People, invitations and keys of a partner',
  access: see,
  params: PartnerParams,
  ok: { status: 200, description: 'All three; secrets are never among them.', schema: PartnerAccessRecord },
  errors: ['not_found'],
})

export const invitePartnerMember = operation({
  id: 'invitePartnerMember',
  method: 'POST',
  path: '/partners/:id/invitations',
  tag,
  summary: 'Invite someone to the partner portal',
  access: decide,
  params: PartnerParams,
  body: InviteBody,
  ok: { status: 201, description: 'The invitation, sent, or with its link, shown only once.', schema: SentInvitation },
  errors: ['not_found', 'validation', 'already_exists', 'invalid_state'],
})

export const resendPartnerInvitation = operation({
  id: 'resendPartnerInvitation',
  method: 'POST',
  path: '/partners/:id/invitations/:invitationId/resend',
  tag,
  summary: 'Send an invitation again with a new link; the old one is dead',
  access: decide,
  params: InvitationParams,
  body: z.strictObject({ show_link }),
  ok: {
    status: 200,
    description: 'The invitation, sent, or with its new link, shown only once.',
    schema: SentInvitation,
  },
  errors: ['not_found', 'validation', 'already_exists', 'invalid_state'],
})

export const revokePartnerInvitation = operation({
  id: 'revokePartnerInvitation',
  method: 'POST',
  path: '/partners/:id/invitations/:invitationId/revoke',
  tag,
  summary: 'Withdraw an invitation',
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
  summary: 'Remove a person from the portal; their sessions end immediately',
  access: decide,
  params: z.object({ id: Id, memberId: Id }),
  ok: { status: 200, description: 'The person who was removed.', schema: PartnerMember },
  errors: ['not_found'],
})

export const resetMemberSecondFactor = operation({
  id: 'resetMemberSecondFactor',
  method: 'POST',
  path: '/partners/:id/members/:memberId/second-factor/reset',
  tag,
  summary: 'Turn off two-step sign-in for a person of a partner who has lost the device',
  access: decide,
  params: z.object({ id: Id, memberId: Id }),
  ok: { status: 200, description: 'Off.', schema: SecondFactor },
  errors: ['not_found', 'invalid_state'],
})

export const revokePartnerKey = operation({
  id: 'revokePartnerKey',
  method: 'POST',
  path: '/partners/:id/credentials/:credentialId/revoke',
  tag,
  summary: 'End a key of a partner at once',
  access: decide,
  params: z.object({ id: Id, credentialId: Id }),
  ok: { status: 200, description: 'The key as it is now.', schema: PartnerCredential },
  errors: ['not_found', 'invalid_state'],
})
