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
  /** Of what is cached. */
  key: readonly (string | null)[]
  read: () => Promise<AccountSession[]>
  end: (id: string) => Promise<AccountSession[]>
  /** Null where the reader's own session is not among them. */
  endOthers: (() => Promise<AccountSession[]>) | null
}

/** The second step of the reader's sign-in. */
export interface SecondStepCalls {
  /** Of what is cached. */
  key: readonly string[]
  read: () => Promise<SecondFactor>
  begin: (password: string) => Promise<SecondFactorSetup>
  confirm: (code: string) => Promise<RecoveryCodes>
  renewCodes: (password: string) => Promise<RecoveryCodes>
  end: (password: string) => Promise<SecondFactor>
}

/** What people decide about their own accounts, staff and people of partners alike. */
export interface AccountCalls {
  changePassword: (current: string, next: string) => Promise<void>
  sessions: SessionCalls
  secondStep: SecondStepCalls
}

/** Sessions of another person, for those who may edit users. */
export const sessionsOfUser = (userId: string): SessionCalls => ({
  key: ['sessions', userId],
  read: () => call('GET /users/:id/sessions', { params: { id: userId } }),
  end: (id) => call('DELETE /users/:id/sessions/:sessionId', { params: { id: userId, sessionId: id } }),
  endOthers: null,
})

/** Sends somebody a link to choose a password, or has it told. */
export const makeLink = (userId: string, isShown: boolean) =>
  call('POST /users/:id/link', { params: { id: userId }, body: { show_link: isShown } })

/**
 * Lets a call replace the present token of a session, which it needs; one that has run out is renewed first. Where that is
 * not possible, the session is over.
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

/** The own account of staff. */
export const staffAccount: AccountCalls = {
  /** Ends every session, and goes on with the one that this answers. */
  changePassword: (current, next) =>
    replaceBy('staff', async (token) => {
      const { access, refresh } = await call('POST /auth/password', {
        body: { current_password: current, new_password: next },
        headers: { Authorization: `Bearer ${token}` },
      })
      // A session that ended while the answer was under way stays ended.
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
