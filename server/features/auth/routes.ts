import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import {
  changePassword,
  createLiveTicket,
  getCsrfCookie,
  getCurrentUser,
  login,
  logout,
  refreshToken,
} from '../../../contract/operations/auth'
import { userAgentOf } from '../../http/user-agent'
import { serve } from '../../http/serve'
import { sweepAttempts } from '../../kernel/sign-in-attempts'
import type { Feature } from '../feature'
import { accountRoutes, type AccountDeps } from './account-routes'
import { sweepSessions } from './repository/sessions'

interface Deps extends AccountDeps {
  overTls: boolean
}

export const authFeature: Feature<Deps> = {
  routes: async (app, deps) => {
    await authRoutes(app, deps)
    accountRoutes(app, deps)
  },
  sweeps: ({ db }) => ({
    sign_in_tries: ({ now }) => sweepAttempts(db, now),
    sessions: ({ now, company, before }) => sweepSessions(db, before(company.sessions_kept_days), now),
  }),
}

async function authRoutes(app: FastifyInstance, { sessions, overTls }: Deps): Promise<void> {
  await app.register(cookie)

  serve(app, login, ({ body, context, request }) => sessions.login(body, userAgentOf(request), context))

  serve(app, logout, async ({ body, context }) => {
    await sessions.logout(body.refresh, context)
    return {}
  })

  serve(app, refreshToken, ({ body, context }) => sessions.refresh(body.refresh, context))

  serve(app, getCurrentUser, ({ context }) => sessions.currentUser(context.actor.id ?? ''))

  serve(app, changePassword, ({ body, context, request }) =>
    sessions.changePassword(body, userAgentOf(request), context),
  )

  serve(app, createLiveTicket, ({ context }) => sessions.createLiveTicket(context))

  serve(app, getCsrfCookie, async ({ reply }) => {
    const token = randomBytes(24).toString('base64url')
    reply.setCookie('csrftoken', token, { path: '/', sameSite: 'lax', secure: overTls })
    return { csrftoken: token }
  })
}
