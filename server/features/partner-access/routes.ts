import type { FastifyInstance } from 'fastify'
import {
  getPartnerAccess,
  invitePartnerMember,
  removePartnerMember,
  resendPartnerInvitation,
  revokePartnerInvitation,
  revokePartnerKey,
  type SentInvitation,
} from '../../../contract/partner-access'
import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  updateCredential,
} from '../../../contract/partner-credentials'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { matchedVersion, tagged } from '../../http/etag'
import { originOf } from '../../http/origin'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'
import { createKeyCabinet } from './credentials'
import { createPeopleDesk } from './people'
import { listCredentials as keysOf } from './repository/credentials'
import { getPartner, listInvitations, listMembers } from './repository/people'

interface Dependencies {
  db: Db
  /** The origin that people open; null takes the one that they called. */
  publicUrl: string | null
  confirmPassword: (memberId: string | null, password: string, context: Context) => Promise<void>
}

export function partnerAccessRoutes(app: FastifyInstance, { db, publicUrl, confirmPassword }: Dependencies): void {
  const desk = createPeopleDesk(db)
  const cabinet = createKeyCabinet(db)

  serve(app, getPartnerAccess, async ({ params, context }) => {
    if (!(await getPartner(db, params.id))) throw new Refusal('not_found', 'There is no partner with this id.')
    const at = context.now()
    const [members, invitations, credentials] = await Promise.all([
      listMembers(db, params.id),
      listInvitations(db, params.id, at),
      keysOf(db, params.id, at),
    ])
    return { members, invitations, credentials }
  })

  serve(app, invitePartnerMember, async ({ params, body, context, request }) =>
    withLink(await desk.invite(params.id, body, context), originOf(request, publicUrl)),
  )
  serve(app, resendPartnerInvitation, async ({ params, context, request }) =>
    withLink(await desk.resend(params.id, params.invitationId, context), originOf(request, publicUrl)),
  )
  serve(app, revokePartnerInvitation, ({ params, context }) => desk.revoke(params.id, params.invitationId, context))
  serve(app, removePartnerMember, ({ params, context }) => desk.remove(params.id, params.memberId, context))
  serve(app, revokePartnerKey, ({ params, context }) => cabinet.revoke(params.id, params.credentialId, context))

  serve(app, listCredentials, async ({ context }) => ({
    results: await cabinet.list(partnerOf(context), context.now()),
    next: null,
    previous: null,
  }))
  serve(app, createCredential, async ({ body: { password, ...settings }, context }) => {
    await confirmPassword(context.partner?.memberId ?? null, password, context)
    return cabinet.create(partnerOf(context), settings, context)
  })
  serve(app, rotateCredential, async ({ params, body, context }) => {
    await confirmPassword(context.partner?.memberId ?? null, body.password, context)
    return cabinet.rotate(partnerOf(context), params.id, body.grace_hours, context)
  })
  serve(app, updateCredential, async ({ params, body, context, request, reply }) =>
    tagged(await cabinet.update(partnerOf(context), params.id, body, matchedVersion(request), context), reply),
  )
  serve(app, revokeCredential, ({ params, context }) => cabinet.revoke(partnerOf(context), params.id, context))
}

function partnerOf({ partner }: Context): string {
  if (!partner) throw new Refusal('not_authenticated', 'Sign in to the partner portal.')
  return partner.partnerId
}

type Sent = Awaited<ReturnType<ReturnType<typeof createPeopleDesk>['invite']>>

const withLink = ({ invitation, token }: Sent, origin: string): SentInvitation => ({
  ...invitation,
  link: `${origin}/partner/accept-invitation/${token}`,
})
