import type {
  AccountSession,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '../../../contract/operations/accounts'
import { staffSession } from './session'
import { call } from '../http/call'
import { statusOf } from '../http/problem'
import { sessionLost } from '../http/httpClient'
import { STRATEGIES, renewToken, replaceToken } from '../http/refresh'

/** Calls that list and end the sessions of an account. */
export interface SessionCalls {
  /** Query key of the cached answer. */
  key: readonly (string | null)[]
  read: () => Promise<AccountSession[]>
  end: (id: string) => Promise<AccountSession[]>
  /** Ends the reader's other sessions; null for the sessions of another user. */
  endOthers: (() => Promise<AccountSession[]>) | null
}

/** Calls for the second factor of the reader's sign-in. */
export interface SecondStepCalls {
  /** Query key of the cached answer. */
  key: readonly string[]
  read: () => Promise<SecondFactor>
  begin: (password: string) => Promise<SecondFactorSetup>
  confirm: (code: string) => Promise<RecoveryCodes>
  renewCodes: (password: string) => Promise<RecoveryCodes>
  end: (password: string) => Promise<SecondFactor>
}

/** Account calls that staff and partner users have in common. */
export interface AccountCalls {
  changePassword: (current: string, next: string) => Promise<void>
  sessions: SessionCalls
  secondStep: SecondStepCalls
}

/** Sessions of another user; requires the permission to edit users. */
export const sessionsOfUser = (userId: string): SessionCalls => ({
  key: ['sessions', userId],
  read: () => call('GET /users/:id/sessions', { params: { id: userId } }),
  end: (id) => call('DELETE /users/:id/sessions/:sessionId', { params: { id: userId, sessionId: id } }),
  endOthers: null,
})

/** Emails the user a link to choose a password, or returns the link when `isShown`. */
export const makeLink = (userId: string, isShown: boolean) =>
  call('POST /users/:id/link', { params: { id: userId }, body: { show_link: isShown } })

/**
 * Runs a call that replaces the token of a session and needs a valid one: an expired token is renewed first. If the renewal
 * fails, the session is cleared.
 */
export async function replaceBy(kind: 'staff' | 'partner', change: (token: string) => Promise<void>): Promise<void> {
  await replaceToken(kind, change).catch(async (error: unknown) => {
    if (statusOf(error) !== 401) throw error
    const { current, clear, loginPath } = STRATEGIES[kind]
    const token = current()
    await renewToken(kind).catch(() => {
      if (current() === token) {
        clear()
        sessionLost(loginPath)
      }
      throw error
    })
    await replaceToken(kind, change)
  })
}

export const staffAccount: AccountCalls = {
  /** Ends every session of the account and continues with the new one in the answer. */
  changePassword: (current, next) =>
    replaceBy('staff', async (token) => {
      const { access, refresh } = await call('POST /auth/password', {
        body: { current_password: current, new_password: next },
        headers: { Authorization: `Bearer ${token}` },
      })
      // A session that ended during the request stays ended.
      if (staffSession.tokens()) staffSession.setTokens({ access, refresh })
    }),
  sessions: {
    key: ['sessions', null],
    read: () => call('GET /auth/sessions'),
    end: (id) => call('DELETE /auth/sessions/:id', { params: { id } }),
    endOthers: () => call('POST /auth/sessions/end-others'),
  },
  secondStep: {
    key: ['second-step'],
    read: () => call('GET /auth/second-factor'),
    begin: (password) => call('POST /auth/second-factor', { body: { password } }),
    confirm: (code) => call('POST /auth/second-factor/confirm', { body: { code } }),
    renewCodes: (password) => call('POST /auth/second-factor/recovery-codes', { body: { password } }),
    end: (password) => call('POST /auth/second-factor/end', { body: { password } }),
  },
}
