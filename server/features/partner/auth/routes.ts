import type { FastifyInstance } from 'fastify'
import {
  acceptPartnerInvitation,
  getPartnerIdentity,
  getPartnerInvitation,
  partnerLogin,
  partnerLogout,
  partnerRefresh,
} from '../../../../contract/partner/auth'
import {
  beginPartnerSecondFactor,
  changePartnerPassword,
  confirmPartnerSecondFactor,
  endOtherPartnerSessions,
  endPartnerSecondFactor,
  endPartnerSession,
  getPartnerSecondFactor,
  listPartnerSessions,
  renewPartnerRecoveryCodes,
} from '../../../../contract/partner/account'
import type { Db } from '../../../db/database'
import { userAgentOf } from '../../../http/user-agent'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { createPartnerAccounts } from './account'
import { createInvitationService } from './invitations'
import { callingMember } from './caller'
import { readCompanyName, sweepPartnerSessions } from './repository'
import type { MemberFactors } from './second-factor'
import type { PartnerSessions } from './sessions'

interface Deps {
  db: Db
  sessions: PartnerSessions
  secondFactors: MemberFactors
}

export const partnerAuthFeature: Feature<Deps> = {
  routes: partnerAuthRoutes,
  sweeps: ({ db }) => ({
    partner_sessions: ({ company, before }) => sweepPartnerSessions(db, before(company.sessions_kept_days)),
  }),
}

function partnerAuthRoutes(app: FastifyInstance, { db, sessions, secondFactors }: Deps): void {
  const invitations = createInvitationService(db)
  const accounts = createPartnerAccounts(db)

  serve(app, partnerLogin, ({ body, context, request }) => sessions.login(body, userAgentOf(request), context))

  serve(app, partnerRefresh, ({ body, context }) => sessions.refresh(body.token, context))

  serve(app, partnerLogout, async ({ body, context }) => {
    await sessions.logout(body.token, context)
    return {}
  })

  serve(app, getPartnerIdentity, ({ context }) => sessions.identity(context.partner?.memberId ?? null))

  serve(app, changePartnerPassword, ({ body, context, request }) =>
    accounts.changePassword(body, userAgentOf(request), context),
  )
  serve(app, listPartnerSessions, ({ context }) => accounts.sessionsOf(context))
  serve(app, endPartnerSession, ({ params, context }) => accounts.endSession(params.id, context))
  serve(app, endOtherPartnerSessions, ({ context }) => accounts.endOthers(context))

  serve(app, getPartnerSecondFactor, async ({ context }) => secondFactors.state((await callingMember(db, context)).id))
  serve(app, beginPartnerSecondFactor, async ({ body, context }) =>
    secondFactors.begin(body.password, await readCompanyName(db), context),
  )
  serve(app, confirmPartnerSecondFactor, ({ body, context }) => secondFactors.confirm(body.code, context))
  serve(app, renewPartnerRecoveryCodes, ({ body, context }) => secondFactors.renewCodes(body.password, context))
  serve(app, endPartnerSecondFactor, ({ body, context }) => secondFactors.end(body.password, context))

  serve(app, getPartnerInvitation, ({ params, context }) => invitations.read(params.token, context))

  serve(app, acceptPartnerInvitation, ({ params, body, context, request }) =>
    invitations.accept(params.token, body, userAgentOf(request), context),
  )
}
