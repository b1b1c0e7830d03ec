import { uuidv7 } from 'uuidv7'
import {
  PARTNER_SESSION_IDLE_S,
  PARTNER_SESSION_LIFE_S,
  PARTNER_TOKEN_LIFE_S,
  PARTNER_TOKEN_OVERLAP_S,
} from '../../../../contract/core/limits/token-lifetimes'
import type { PartnerIdentity, PartnerLoginBody, PartnerSignIn } from '../../../../contract/partner/auth'
import { sentence } from '../../../../contract/core/sentence'
import { checkPassword } from '../../../adapters/passwords'
import { hashPartnerToken, makePartnerToken, partnerTokenKind } from '../../../adapters/partner-tokens'
import { audit } from '../../../kernel/audit'
import { recordSuccess } from '../../../kernel/sign-in-attempts'
import { insertSession, revokeSession, secondsAfter, touchSession } from '../../../kernel/sessions'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { addressOf, beginAttempt, provesPassword } from '../../../http/credential-attempt'
import { Refusal, refusedAt } from '../../../http/refusal'
import { SLOWED } from './caller'
import * as portal from './repository'
import type { MemberFactors } from './second-factor'

/** Sessions of partners' people. Each has one token at a time, valid for one hour and then refreshed. */
export type PartnerSessions = ReturnType<typeof createPartnerSessions>

export function createPartnerSessions(db: Db, secondFactors: MemberFactors) {
  /**
   * @throws Refusal invalid_credentials for a wrong address and a wrong password alike, portal_code_required,
   * portal_code_wrong, partner_suspended, too_many_requests
   */
  async function login(body: PartnerLoginBody, userAgent: string | null, context: Context): Promise<PartnerSignIn> {
    const member = await portal.findMember(db, body.email)
    // Staff and partners share the rate limit of a network address; keys of accounts are separate.
    const key = member ? `partner:${member.id}` : `partner-name:${body.email.toLowerCase()}`
    const attempt = await beginAttempt(db, { key, ip: addressOf(context), detail: SLOWED }, context)
    if (!(await attempt.hashed(checkPassword(member?.password_hash ?? null, body.password))) || !member) {
      await inTransaction(db, (tx) =>
        audit(tx, context, { action: 'partner_auth.login_failed', entity: member ? portal.named(member) : null }),
      )
      throw new Refusal(
        'invalid_credentials',
        sentence`The email address or the password is wrong. Check both and try again.`,
      )
    }
    refuseSuspended(member.status)
    const step = await secondFactors.pass(member, body.code, context)
    if (step === 'missing') {
      await attempt.withdraw()
      throw refusedAt(
        'portal_code_required',
        'code',
        sentence`Enter the code of your authenticator app, or a recovery code.`,
      )
    }
    if (step === 'wrong')
      throw refusedAt(
        'portal_code_wrong',
        'code',
        sentence`The code is wrong or was already used. Enter the 6 digits that the app shows now, or a recovery code.`,
      )
    const token = await inTransaction(db, async (tx) => {
      // Re-read after locking: a change that revoked all sessions during the check also refuses this sign-in.
      if (!(await portal.lockUnchanged(tx, member))) return null
      await recordSuccess(tx, attempt, context.now())
      return begin(tx, member, userAgent, context)
    })
    if (token === null)
      throw new Refusal('invalid_credentials', sentence`The account has just been changed. Sign in again.`)
    return { token, ...identityOf(member) }
  }

  /**
   * Refreshes a token. The old token, and others that concurrent refreshes issued for it, stay valid for one more minute. A
   * later use indicates theft and revokes the session.
   * @throws Refusal token_invalid, token_expired, partner_suspended
   */
  async function refresh(token: string, context: Context): Promise<{ token: string }> {
    const at = context.now()
    if (partnerTokenKind(token) !== 'portal') throw new Refusal('token_invalid', sentence`Sign in again.`)
    const outcome = await inTransaction(db, async (tx) => {
      const found = await portal.lockToken(tx, hashPartnerToken(token))
      const ended = refusalOfSession(found, at)
      if (!found || ended) return ended ?? new Refusal('token_invalid', sentence`Sign in again.`)
      const member = await portal.getMember(tx, found.member_id)
      if (!member) return new Refusal('token_invalid', sentence`This account no longer exists.`)
      refuseSuspended(member.status)
      if (isReplaced(found, at)) {
        await revokeSession(tx, 'partner', found.session_id, { reason: 'token_reused', at })
        await audit(tx, as(context, member), { action: 'partner_auth.token_reused', entity: portal.named(member) })
        return new Refusal(
          'token_invalid',
          sentence`This token was replaced before, so its session has ended. Sign in again.`,
        )
      }
      await portal.replaceTokens(tx, found.session_id, at)
      await touchSession(tx, 'partner', found.session_id, at)
      return issue(tx, found.session_id, at)
    })
    if (outcome instanceof Refusal) throw outcome
    return { token: outcome }
  }

  /** Revokes the session of a token; an unknown or ended one is no error. */
  async function logout(token: string, context: Context): Promise<void> {
    await inTransaction(db, async (tx) => {
      const found = await portal.lockToken(tx, hashPartnerToken(token))
      if (!found || found.revoked_at !== null) return
      await revokeSession(tx, 'partner', found.session_id, { reason: 'logout', at: context.now() })
      const member = await portal.getMember(tx, found.member_id)
      if (member)
        await audit(tx, as(context, member), { action: 'partner_auth.logged_out', entity: portal.named(member) })
    })
  }

  async function identity(memberId: string | null): Promise<PartnerIdentity> {
    const member = memberId === null ? undefined : await portal.getMember(db, memberId)
    if (!member) throw new Refusal('token_invalid', sentence`This account no longer exists.`)
    return identityOf(member)
  }

  /** Checks the password again. @throws Refusal invalid_credentials on the field `password`, too_many_requests */
  async function confirmPassword(memberId: string | null, password: string, context: Context): Promise<void> {
    const member = memberId === null ? undefined : await portal.getMember(db, memberId)
    if (!member) throw new Refusal('token_invalid', sentence`This account no longer exists.`)
    if (await provesPassword(db, member, password, SLOWED, context)) return
    const detail = sentence`This is not your password.`
    throw new Refusal('invalid_credentials', detail, {
      errors: [{ pointer: '/password', code: 'invalid_credentials', detail }],
    })
  }

  return { login, refresh, logout, identity, confirmPassword }
}

/** Counts the use of an unknown link. @throws Refusal too_many_requests after too many from one network address */
export const noteUnknownLink = (db: Db, context: Context): Promise<unknown> =>
  beginAttempt(db, { key: `partner-link:${uuidv7()}`, ip: addressOf(context), detail: SLOWED }, context)

/** Starts a session and returns its token. */
export async function begin(
  tx: Tx,
  member: portal.Member,
  userAgent: string | null,
  context: Context,
): Promise<string> {
  const at = context.now()
  const expiresAt = secondsAfter(at, PARTNER_SESSION_LIFE_S)
  // Must come first: it locks the person, so that concurrent sign-ins count each other's sessions.
  await portal.markLoggedIn(tx, member.id, at)
  const id = await insertSession(tx, 'partner', { ownerId: member.id, expiresAt, ip: context.ip, userAgent }, at)
  await audit(tx, as(context, member), { action: 'partner_auth.logged_in', entity: portal.named(member) })
  return issue(tx, id, at)
}

async function issue(tx: Tx, sessionId: string, at: Date): Promise<string> {
  const token = makePartnerToken('portal')
  const expiresAt = secondsAfter(at, PARTNER_TOKEN_LIFE_S)
  await portal.insertToken(tx, { hash: hashPartnerToken(token), sessionId, at, expiresAt })
  return token
}

/** Returns the reason why a session is over, or null while it is active. */
export function refusalOfSession(
  token: Pick<portal.PortalToken, 'revoked_at' | 'session_expires_at' | 'last_used_at'> | undefined,
  at: Date,
): Refusal | null {
  if (!token) return new Refusal('token_invalid', sentence`Sign in again.`)
  if (token.revoked_at !== null) return new Refusal('token_invalid', sentence`This session has ended. Sign in again.`)
  const idleSince = secondsAfter(new Date(token.last_used_at), PARTNER_SESSION_IDLE_S)
  if (new Date(token.session_expires_at) <= at || idleSince <= at)
    return new Refusal('token_expired', sentence`Sign in again.`)
  return null
}

/** Returns whether a token was replaced longer ago than the overlap granted to calls in progress. */
export const isReplaced = ({ replaced_at }: Pick<portal.PortalToken, 'replaced_at'>, at: Date): boolean =>
  replaced_at !== null && at > secondsAfter(new Date(replaced_at), PARTNER_TOKEN_OVERLAP_S)

/** Returns the reason why a partner is refused access, or undefined. Draft partners have access, to prepare. */
export const refusalOfPartner = (status: portal.Member['status']): Refusal | undefined =>
  status === 'suspended' || status === 'terminated'
    ? new Refusal(
        'partner_suspended',
        sentence`Your company’s access is suspended. Ask the operator that you work with.`,
      )
    : undefined

/** @throws Refusal partner_suspended */
export function refuseSuspended(status: portal.Member['status']): void {
  const refusal = refusalOfPartner(status)
  if (refusal) throw refusal
}

export const identityOf = (member: portal.Member): PartnerIdentity => ({
  user: {
    id: member.id,
    email: member.email,
    first_name: member.first_name,
    last_name: member.last_name,
    role: member.role,
  },
  partner: {
    id: member.partner_id,
    code: member.code,
    legal_name: member.legal_name,
    trading_name: member.trading_name,
    currency: member.currency,
    timezone: member.timezone,
    status: member.status,
  },
})

const as = (context: Context, member: portal.Member): Context => ({
  ...context,
  actor: { ...context.actor, kind: 'partner', id: member.id, name: member.email },
})
