import type { FastifyInstance } from 'fastify'
import {
  getPartnerAccess,
  invitePartnerMember,
  removePartnerMember,
  resetMemberSecondFactor,
  resendPartnerInvitation,
  revokePartnerInvitation,
  revokePartnerKey,
} from '../../../../contract/partner/access'
import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  updateCredential,
} from '../../../../contract/partner/credentials'
import type { SecondFactor } from '../../../../contract/operations/accounts'
import { sentence } from '../../../../contract/core/sentence'
import type { AccountSecrets } from '../../../adapters/account-secrets'
import type { Db } from '../../../db/database'
import type { Tx } from '../../../db/transaction'
import type { LinkMail } from '../../../documents/link-mail'
import type { Context } from '../../../kernel/context'
import { matchedVersion, tagged } from '../../../http/etag'
import { knownPartner, partnerOf } from '../../../http/partner-caller'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { createCredentialService } from './credentials'
import { createMemberService } from './people'
import { listCredentials as keysOf } from './repository/credentials'
import { isMember, listInvitations, listMembers } from './repository/people'

interface Deps {
  db: Db
  secrets: AccountSecrets
  sendLink: ((tx: Tx, mail: LinkMail) => Promise<void>) | null
  /** Origin of the links in emails. */
  origin: string
  confirmPassword: (memberId: string | null, password: string, context: Context) => Promise<void>
  resetSecondFactor: (memberId: string, context: Context) => Promise<SecondFactor>
}

export const partnerAccessFeature: Feature<Deps> = {
  routes: partnerAccessRoutes,
}

function partnerAccessRoutes(
  app: FastifyInstance,
  { db, secrets, sendLink, origin, confirmPassword, resetSecondFactor }: Deps,
): void {
  const memberService = createMemberService({ db, secrets, sendLink })
  const credentialService = createCredentialService(db)

  serve(app, getPartnerAccess, async ({ params, context }) => {
    await knownPartner(db, params.id)
    const at = context.now()
    const [members, invitations, credentials] = await Promise.all([
      listMembers(db, params.id),
      listInvitations(db, params.id, at),
      keysOf(db, params.id, at),
    ])
    return { members, invitations, credentials }
  })

  serve(app, invitePartnerMember, ({ params, body, context }) => memberService.invite(params.id, body, origin, context))
  serve(app, resendPartnerInvitation, ({ params, body, context }) => {
    const delivery = { origin, isShown: body.show_link }
    return memberService.resend(params.id, params.invitationId, delivery, context)
  })
  serve(app, revokePartnerInvitation, ({ params, context }) =>
    memberService.revoke(params.id, params.invitationId, context),
  )
  serve(app, removePartnerMember, ({ params, context }) => memberService.remove(params.id, params.memberId, context))
  serve(app, resetMemberSecondFactor, async ({ params, context }) => {
    if (!(await isMember(db, params.id, params.memberId)))
      throw new Refusal('not_found', sentence`This person no longer exists.`)
    return resetSecondFactor(params.memberId, context)
  })
  serve(app, revokePartnerKey, ({ params, context }) =>
    credentialService.revoke(params.id, params.credentialId, context),
  )

  serve(app, listCredentials, async ({ context }) => ({
    results: await credentialService.list(partnerOf(context), context.now()),
    next: null,
    previous: null,
  }))
  serve(app, createCredential, async ({ body: { password, ...settings }, context }) => {
    await confirmPassword(context.partner?.memberId ?? null, password, context)
    return credentialService.create(partnerOf(context), settings, context)
  })
  serve(app, rotateCredential, async ({ params, body, context }) => {
    await confirmPassword(context.partner?.memberId ?? null, body.password, context)
    return credentialService.rotate(partnerOf(context), params.id, body.grace_hours, context)
  })
  serve(app, updateCredential, async ({ params, body, context, request, reply }) =>
    tagged(
      await credentialService.update(partnerOf(context), params.id, body, matchedVersion(request), context),
      reply,
    ),
  )
  serve(app, revokeCredential, ({ params, context }) =>
    credentialService.revoke(partnerOf(context), params.id, context),
  )
}
