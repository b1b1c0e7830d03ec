import { createHash, randomBytes } from 'node:crypto'
import { LIVE_TICKET_LIFE_S } from '../../../contract/core/limits/live'
import {
  REFRESH_REUSE_GRACE_S,
  REFRESH_TOKEN_IDLE_S,
  REFRESH_TOKEN_LIFE_S,
} from '../../../contract/core/limits/token-lifetimes'
import type { AccountSession } from '../../../contract/operations/accounts'
import {
  CurrentUser,
  type ChangePasswordBody,
  type LiveTicket,
  type LoginBody,
  type RefreshedTokens,
  type Tokens,
} from '../../../contract/entities/auth'
import { sentence } from '../../../contract/core/sentence'
import { accessReader, signAccess } from '../../adapters/access-tokens'
import { checkPassword, hashPassword } from '../../adapters/passwords'
import { audit } from '../../kernel/audit'
import { findPasswordWeakness } from '../../kernel/chosen-password'
import { recordSuccess } from '../../kernel/sign-in-attempts'
import { insertSession, listSessions, revokeSession, secondsAfter, touchSession } from '../../kernel/sessions'
import type { Db } from '../../db/database'
import type { SignalReceiver } from '../../kernel/signals'
import { inTransaction, type Reader, type Tx } from '../../db/transaction'
import type { SessionUser, StaffTokens } from '../../http/authenticate'
import type { Context } from '../../kernel/context'
import { bounded } from '../../http/credential-attempt'
import { changeOnce } from '../../http/idempotency'
import { Refusal, invalid, refusedAt } from '../../http/refusal'
import { weakPasswordAt } from '../../http/weak-password'
import { HeldSessions } from './held-sessions'
import { beginSignIn, confirmedAccount, refuseOverruled } from './begin-sign-in'
import * as accounts from './repository/users'
import * as sessions from './repository/sessions'
import type { StaffFactors } from './second-factor'

/** Staff sessions: a short-lived access token, and single-use refresh tokens. */
export type Sessions = ReturnType<typeof createSessions>

const WRONG_CODE = sentence`The code is wrong or was already used. Enter the 6 digits that the app shows now, or a recovery code.`

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** @param passwordChosen called after a user has changed their password */
export function createSessions(db: Db, accessKey: Uint8Array, secondFactors: StaffFactors, passwordChosen: () => void) {
  const readAccess = accessReader(accessKey)

  /** @throws Refusal credentials_wrong (alike for name, password and state), code_required, code_wrong, too_many_requests */
  async function login(body: LoginBody, userAgent: string | null, context: Context): Promise<Tokens> {
    const at = context.now()
    const name = body.username.toLowerCase()
    const account = await accounts.findAccount(db, name)
    const attempt = await beginSignIn(db, account, name, context)
    const usable = account?.status === 'active' && !isPast(account.password_expires_at, at)
    const correct = await attempt.hashed(checkPassword(account?.password_hash ?? null, body.password))
    if (!account || !usable || !correct || attempt.isBlocked) {
      await inTransaction(db, (tx) =>
        audit(tx, context, { action: 'auth.login_failed', entity: account ? accounts.named(account) : null }),
      )
      throw new Refusal(
        'credentials_wrong',
        sentence`The user name or the password is wrong. Check both and try again.`,
      )
    }
    const step = await secondFactors.pass(account, body.code, context)
    if (step === 'missing') {
      await attempt.withdraw()
      throw refusedAt('code_required', 'code', sentence`Enter the code of your authenticator app, or a recovery code.`)
    }
    if (step === 'wrong') throw refusedAt('code_wrong', 'code', WRONG_CODE)
    const begun = await inTransaction(db, async (tx) => {
      // No session begins if the account changed while the password was checked.
      if (!(await accounts.lockUnchanged(tx, account))) return null
      const session = await begin(tx, account.id, userAgent, context)
      await accounts.markLoggedIn(tx, account.id, at)
      await recordSuccess(tx, attempt, at)
      await audit(tx, as(context, account), { action: 'auth.logged_in', entity: accounts.named(account) })
      return session
    })
    if (!begun) throw new Refusal('credentials_wrong', sentence`The account has just been changed. Sign in again.`)
    return { ...(await tokensOf(begun, account.id, at)), user: CurrentUser.parse(account) }
  }

  /**
   * Exchanges a refresh token for the next pair of tokens. A token that is used twice was stolen, or its answer was lost.
   * Within the grace time, and while no token after it was used, it gets a sibling; otherwise the session is revoked. The
   * session is also revoked once two siblings are used.
   * @throws Refusal token_invalid, token_expired
   */
  async function refresh(token: string, context: Context): Promise<RefreshedTokens> {
    const at = context.now()
    const next = makeToken()
    const outcome = await inTransaction(db, async (tx) => {
      const found = await sessions.lockRefreshToken(tx, hashToken(token))
      if (!found) return new Refusal('token_invalid', sentence`Sign in again.`)
      if (found.revoked_at !== null)
        return new Refusal('token_invalid', sentence`This session has ended. Sign in again.`)
      if (isPast(found.expires_at, at) || isPast(found.session_expires_at, at))
        return new Refusal('token_expired', sentence`Sign in again.`)
      const account = await accounts.getAccount(tx, found.user_id)
      if (account?.status !== 'active') return new Refusal('token_invalid', sentence`This account is not active.`)
      if (await isReused(tx, found, at)) {
        await revokeSession(tx, 'staff', found.session_id, { reason: 'refresh_reused', at })
        await audit(tx, as(context, account), { action: 'auth.refresh_reused', entity: accounts.named(account) })
        return new Refusal(
          'token_invalid',
          sentence`This refresh token was used before, so its session has ended. Sign in again.`,
        )
      }
      await sessions.markUsed(tx, found.token_hash, at)
      await issue(tx, next, found.session_id, found.token_hash, at)
      await touchSession(tx, 'staff', found.session_id, at)
      return { userId: found.user_id, sessionId: found.session_id }
    })
    if (outcome instanceof Refusal) throw outcome
    return { access: await signAccess(accessKey, outcome, at), refresh: next }
  }

  /** Ends the session of a refresh token. Unknown tokens and ended sessions are ignored. */
  async function logout(token: string, context: Context): Promise<void> {
    await inTransaction(db, async (tx) => {
      const found = await sessions.lockRefreshToken(tx, hashToken(token))
      if (!found || found.revoked_at !== null) return
      await revokeSession(tx, 'staff', found.session_id, { reason: 'logout', at: context.now() })
      const account = await accounts.getAccount(tx, found.user_id)
      if (account) await audit(tx, as(context, account), { action: 'auth.logged_out', entity: accounts.named(account) })
    })
  }

  async function currentUser(userId: string): Promise<CurrentUser> {
    const account = await accounts.getAccount(db, userId)
    if (!account) throw new Refusal('token_invalid', sentence`This account no longer exists.`)
    return CurrentUser.parse(account)
  }

  /**
   * Revokes every session of the caller, also the current one, because its tokens may be stolen. Returns a new session.
   * @throws Refusal validation on the field `current_password` or `new_password`
   */
  async function changePassword(
    body: ChangePasswordBody,
    userAgent: string | null,
    context: Context,
  ): Promise<RefreshedTokens> {
    const at = context.now()
    const account = await confirmedAccount(db, body.current_password, 'current_password', context)
    if (body.new_password.normalize() === body.current_password.normalize())
      throw invalid(
        [{ path: 'new_password', message: sentence`Choose a password that differs from the current one.` }],
        'password_same',
      )
    const { username, email, first_name, last_name } = account
    const names = [username, email, first_name, last_name]
    const weakness = await findPasswordWeakness(db, body.new_password, names)
    if (weakness) throw weakPasswordAt('new_password', weakness)
    const hash = await bounded(hashPassword(body.new_password))
    const begun = await inTransaction(db, async (tx) => {
      await refuseOverruled(tx, account, 'current_password')
      await accounts.setPassword(tx, account.id, hash)
      await accounts.endAccess(tx, account.id, { reason: 'password_changed', at, but: null })
      const session = await begin(tx, account.id, userAgent, context)
      await audit(tx, context, { action: 'auth.password_changed', entity: accounts.named(account) })
      return session
    })
    passwordChosen()
    return tokensOf(begun, account.id, at)
  }

  /** Creates a single-use ticket for the caller's session, and deletes expired tickets of all sessions. */
  async function createLiveTicket({ actor, now }: Context): Promise<LiveTicket> {
    if (actor.sessionId === null) throw new Refusal('not_authenticated')
    const at = now()
    const ticket = `${LIVE_TICKET_PREFIX}${makeToken()}`
    const expiresAt = secondsAfter(at, LIVE_TICKET_LIFE_S)
    await sessions.dropLiveTickets(db, at)
    await sessions.insertLiveTicket(db, { hash: hashToken(ticket), sessionId: actor.sessionId, expiresAt })
    return { ticket, expires_at: expiresAt.toISOString() }
  }

  const tokensOf = async ({ sessionId, refresh: next }: Begun, userId: string, at: Date): Promise<RefreshedTokens> => ({
    access: await signAccess(accessKey, { userId, sessionId }, at),
    refresh: next,
  })

  async function userOf(
    held: HeldSessions,
    { sessionId, userId }: { sessionId: string; userId?: string },
  ): Promise<SessionUser> {
    const user = await held.find(sessionId)
    if (!user || (userId !== undefined && user.id !== userId))
      throw new Refusal('token_invalid', sentence`This session has ended. Sign in again.`)
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username
    return { userId: user.id, sessionId, name, role: user.role, mustChangePassword: user.must_change_password }
  }

  function tokenReaders(now: () => Date, signals: SignalReceiver): StaffTokens {
    const held = new HeldSessions((sessionId) => sessions.findLiveSession(db, sessionId), signals)
    const readSession = async (token: string) => userOf(held, await readAccess(token, now()))
    return {
      readSession,
      readAddressToken: async (token) => {
        if (!token.startsWith(LIVE_TICKET_PREFIX)) return readSession(token)
        const sessionId = await sessions.takeLiveTicket(db, hashToken(token), now())
        if (sessionId === null)
          throw new Refusal('token_invalid', sentence`This ticket was already used or has expired. Request a new one.`)
        return userOf(held, { sessionId })
      },
    }
  }

  /** Returns the sessions that are still active. */
  const activeSessions =
    (now: () => Date) =>
    async (sessionIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (sessionIds.length === 0) return new Set()
      return new Set((await sessions.findActiveSessions(db, sessionIds, now())).map(({ id }) => id))
    }

  /** Returns the sessions of a user. */
  const sessionsOf = (userId: string, context: Context): Promise<AccountSession[]> => sessionsIn(db, userId, context)

  /** Ends a session of a user. @throws Refusal not_found */
  async function endSession(userId: string, sessionId: string, context: Context): Promise<AccountSession[]> {
    return changeOnce(db, context, async (tx) => {
      const account = await accounts.getAccount(tx, userId)
      const ending = { reason: 'revoked', at: context.now(), ownerId: userId }
      const isEnded = await revokeSession(tx, 'staff', sessionId, ending)
      if (!account || !isEnded) throw new Refusal('not_found', sentence`This session has ended already.`)
      await audit(tx, context, { action: 'auth.session_ended', entity: accounts.named(account) })
      return sessionsIn(tx, userId, context)
    })
  }

  /** Ends all other sessions of the caller. */
  async function endOthers(context: Context): Promise<AccountSession[]> {
    const { id: userId, sessionId } = context.actor
    if (userId === null) throw new Refusal('not_authenticated')
    return changeOnce(db, context, async (tx) => {
      const account = await accounts.getAccount(tx, userId)
      if (!account) throw new Refusal('token_invalid', sentence`This account no longer exists.`)
      await accounts.endAccess(tx, userId, { reason: 'revoked', at: context.now(), but: sessionId })
      await audit(tx, context, { action: 'auth.other_sessions_ended', entity: accounts.named(account) })
      return sessionsIn(tx, userId, context)
    })
  }

  return {
    login,
    refresh,
    logout,
    currentUser,
    changePassword,
    createLiveTicket,
    tokenReaders,
    activeSessions,
    sessionsOf,
    endSession,
    endOthers,
  }
}

async function sessionsIn(reader: Reader, userId: string, { actor, now }: Context): Promise<AccountSession[]> {
  const found = await listSessions(reader, 'staff', userId, now())
  return found.map((session) => ({ ...session, is_current: session.id === actor.sessionId }))
}

/** Distinguishes tickets from access tokens, and identifies tickets that appear in a log. */
const LIVE_TICKET_PREFIX = 'wlt_'

const makeToken = () => randomBytes(32).toString('base64url')

const isPast = (instant: string | null, at: Date) => instant !== null && new Date(instant) <= at

const as = (context: Context, account: accounts.Account): Context => ({
  ...context,
  actor: { ...context.actor, kind: 'user', id: account.id, name: account.username },
})

interface Begun {
  sessionId: string
  refresh: string
}

/** Starts a session with its first refresh token. */
async function begin(tx: Tx, userId: string, userAgent: string | null, { ip, now }: Context): Promise<Begun> {
  const at = now()
  const refresh = makeToken()
  const expiresAt = secondsAfter(at, REFRESH_TOKEN_LIFE_S)
  const sessionId = await insertSession(tx, 'staff', { ownerId: userId, expiresAt, ip, userAgent }, at)
  await issue(tx, refresh, sessionId, null, at)
  return { sessionId, refresh }
}

/** Returns whether a token seems stolen: a sibling or a successor was used, or the grace time of its use is over. */
async function isReused(tx: Tx, token: sessions.RefreshToken, at: Date): Promise<boolean> {
  if (token.used_at === null) return token.parent_hash !== null && sessions.hasUsedChild(tx, token.parent_hash)
  const inGrace = at <= secondsAfter(new Date(token.used_at), REFRESH_REUSE_GRACE_S)
  return !inGrace || sessions.hasUsedChild(tx, token.token_hash)
}

async function issue(tx: Tx, token: string, sessionId: string, parent: string | null, at: Date): Promise<void> {
  await sessions.insertRefreshToken(tx, {
    hash: hashToken(token),
    sessionId,
    parent,
    at,
    expiresAt: secondsAfter(at, REFRESH_TOKEN_IDLE_S),
  })
}
