import { PARTNER_SESSION_IDLE_S } from '../../../../contract/core/limits/token-lifetimes'
import type { ChangePasswordBody } from '../../../../contract/entities/auth'
import type { AccountSession } from '../../../../contract/operations/accounts'
import { sentence } from '../../../../contract/core/sentence'
import { hashPassword } from '../../../adapters/passwords'
import { audit } from '../../../kernel/audit'
import { findPasswordWeakness } from '../../../kernel/chosen-password'
import { endSessions, listSessions, revokeSession, secondsAfter } from '../../../kernel/sessions'
import type { Db } from '../../../db/database'
import { inTransaction, type Reader } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { bounded } from '../../../http/credential-attempt'
import { changeOnce } from '../../../http/idempotency'
import { invalidAt, Refusal } from '../../../http/refusal'
import { weakPasswordAt } from '../../../http/weak-password'
import { callingMember, confirmedMember } from './caller'
import * as portal from './repository'
import { begin } from './sessions'

/** Creates the service for the accounts of partners' people. */
export function createPartnerAccounts(db: Db) {
  /**
   * Revokes every session, including the current one, as tokens may be compromised, and returns a new token.
   * @throws Refusal validation on the field `current_password` or `new_password`, too_many_requests
   */
  async function changePassword(
    body: ChangePasswordBody,
    userAgent: string | null,
    context: Context,
  ): Promise<{ token: string }> {
    const member = await confirmedMember(db, body.current_password, 'current_password', context)
    if (body.new_password.normalize() === body.current_password.normalize())
      throw invalidAt('new_password', sentence`Choose a password that differs from the current one.`, 'password_same')
    const { email, first_name, last_name, legal_name, trading_name } = member
    const names = [email, first_name, last_name, legal_name, trading_name]
    const weakness = await findPasswordWeakness(db, body.new_password, names)
    if (weakness) throw weakPasswordAt('new_password', weakness)
    const hash = await bounded(hashPassword(body.new_password))
    const at = context.now()
    return inTransaction(db, async (tx) => {
      if (!(await portal.lockUnchanged(tx, member)))
        throw invalidAt(
          'current_password',
          sentence`The account has just been changed. Sign in again.`,
          'account_changed',
        )
      await portal.setPassword(tx, member.id, hash, at)
      await endSessions(tx, 'partner', member.id, { reason: 'password_changed', at, but: null })
      await audit(tx, context, { action: 'partner_auth.password_changed', entity: portal.named(member) })
      return { token: await begin(tx, member, userAgent, context) }
    })
  }

  /** Returns the active sessions of the caller. */
  async function sessionsOf(context: Context): Promise<AccountSession[]> {
    return sessionsIn(db, await callingMember(db, context), context)
  }

  /** Revokes a session of the caller. @throws Refusal not_found */
  async function endSession(sessionId: string, context: Context): Promise<AccountSession[]> {
    const member = await callingMember(db, context)
    return changeOnce(db, context, async (tx) => {
      const ending = { reason: 'revoked', at: context.now(), ownerId: member.id }
      if (!(await revokeSession(tx, 'partner', sessionId, ending)))
        throw new Refusal('not_found', sentence`This session has ended already.`)
      await audit(tx, context, { action: 'partner_auth.session_ended', entity: portal.named(member) })
      return sessionsIn(tx, member, context)
    })
  }

  /** Revokes all other sessions of the caller. */
  async function endOthers(context: Context): Promise<AccountSession[]> {
    const member = await callingMember(db, context)
    return changeOnce(db, context, async (tx) => {
      const ending = { reason: 'revoked', at: context.now(), but: context.actor.sessionId }
      await endSessions(tx, 'partner', member.id, ending)
      await audit(tx, context, { action: 'partner_auth.other_sessions_ended', entity: portal.named(member) })
      return sessionsIn(tx, member, context)
    })
  }

  return { changePassword, sessionsOf, endSession, endOthers }
}

async function sessionsIn(reader: Reader, { id }: portal.Member, { actor, now }: Context): Promise<AccountSession[]> {
  const at = now()
  const idle = secondsAfter(at, -PARTNER_SESSION_IDLE_S)
  return (await listSessions(reader, 'partner', id, at))
    .filter(({ last_used_at: used }) => new Date(used) > idle)
    .map((session) => ({ ...session, is_current: session.id === actor.sessionId }))
}
