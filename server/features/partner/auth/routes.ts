import type { FastifyInstance } from 'fastify'
import {
  acceptPartnerInvitation,
  getPartnerIdentity,
  getPartnerInvitation,
  partnerLogin,
  partnerLogout,
  partnerRefresh,
} from '../../../../contract/partner/auth'
import type { Db } from '../../../db/database'
import { userAgentOf } from '../../../http/context'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { createInvitationDesk } from './invitations'
import { sweepPartnerSessions } from './repository'
import type { PartnerSessions } from './sessions'

export const partnerAuthFeature: Feature<{ db: Db; sessions: PartnerSessions }> = {
  routes: partnerAuthRoutes,
  sweeps: ({ db }) => ({
    partner_sessions: ({ company, before }) => sweepPartnerSessions(db, before(company.sessions_kept_days)),
  }),
}

function partnerAuthRoutes(app: FastifyInstance, { db, sessions }: { db: Db; sessions: PartnerSessions }): void {
  const desk = createInvitationDesk(db)

  serve(app, partnerLogin, ({ body, context, request }) => sessions.login(body, userAgentOf(request), context))

  serve(app, partnerRefresh, ({ body, context }) => sessions.refresh(body.token, context))

  serve(app, partnerLogout, async ({ body, context }) => {
    await sessions.logout(body.token, context)
    return {}
  })

  serve(app, getPartnerIdentity, ({ context }) => sessions.identity(context.partner?.memberId ?? null))

  serve(app, getPartnerInvitation, ({ params, context }) => desk.read(params.token, context))

  serve(app, acceptPartnerInvitation, ({ params, body, context, request }) =>
    desk.accept(params.token, body, userAgentOf(request), context),
  )
}
