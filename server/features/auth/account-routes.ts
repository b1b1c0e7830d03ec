import type { FastifyInstance } from 'fastify'
import {
  beginSecondFactor,
  confirmSecondFactor,
  createAccountLink,
  endOtherSessions,
  endOwnSession,
  endSecondFactor,
  endUserSession,
  followAccountLink,
  getSecondFactor,
  listOwnSessions,
  listUserSessions,
  readAccountLink,
  renewRecoveryCodes,
  resetSecondFactor,
} from '../../../contract/operations/accounts'
import { sentence } from '../../../contract/core/sentence'
import type { AccountSecrets } from '../../adapters/account-secrets'
import type { Db } from '../../db/database'
import type { LinkMail } from '../../documents/link-mail'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'
import { createAccountLinkService } from './links'
import { getAccount } from './repository/users'
import { companyName } from './repository/links'
import type { StaffFactors } from './second-factor'
import type { Sessions } from './sessions'
import type { Tx } from '../../db/transaction'

export interface AccountDeps {
  db: Db
  sessions: Sessions
  secondFactors: StaffFactors
  secrets: AccountSecrets
  sendLink: ((tx: Tx, mail: LinkMail) => Promise<void>) | null
  /** Origin of the links in emails. */
  origin: string
}

/** Serves the sessions, the second factor and the password links of staff accounts. */
export function accountRoutes(
  app: FastifyInstance,
  { db, sessions, secondFactors, secrets, sendLink, origin }: AccountDeps,
): void {
  const links = createAccountLinkService({ db, secrets, sendLink })

  serve(app, listOwnSessions, ({ context }) => sessions.sessionsOf(callerOf(context), context))
  serve(app, endOwnSession, ({ params, context }) => sessions.endSession(callerOf(context), params.id, context))
  serve(app, endOtherSessions, ({ context }) => sessions.endOthers(context))
  serve(app, listUserSessions, async ({ params, context }) => {
    if (!(await getAccount(db, params.id))) throw new Refusal('not_found', sentence`This account no longer exists.`)
    return sessions.sessionsOf(params.id, context)
  })
  serve(app, endUserSession, ({ params, context }) => sessions.endSession(params.id, params.sessionId, context))

  serve(app, getSecondFactor, ({ context }) => secondFactors.state(callerOf(context)))
  serve(app, beginSecondFactor, async ({ body, context }) =>
    secondFactors.begin(body.password, await companyName(db), context),
  )
  serve(app, confirmSecondFactor, ({ body, context }) => secondFactors.confirm(body.code, context))
  serve(app, renewRecoveryCodes, ({ body, context }) => secondFactors.renewCodes(body.password, context))
  serve(app, endSecondFactor, ({ body, context }) => secondFactors.end(body.password, context))
  serve(app, resetSecondFactor, ({ params, context }) => secondFactors.reset(params.id, context))

  serve(app, createAccountLink, ({ params, body, context }) => links.create(params.id, body.show_link, origin, context))
  serve(app, readAccountLink, ({ params, context }) => links.read(params.token, context))
  serve(app, followAccountLink, ({ params, body, context }) => links.follow(params.token, body.password, context))
}

function callerOf({ actor }: Context): string {
  if (actor.id === null) throw new Refusal('not_authenticated')
  return actor.id
}
