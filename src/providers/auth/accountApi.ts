import type {
  AccountLink,
  LinkedAccount,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
  StaffSession,
} from '../../../contract/operations/accounts'
import { staffSession, type Tokens } from './session'
import { api, postJson } from '../http/api'
import { statusOf } from '../http/problem'
import { renewToken, replaceToken } from '../http/refresh'

const OWN_SESSIONS = '/auth/sessions/'
const STEP = '/auth/second-factor/'
const userPath = (userId: string) => `/users/${encodeURIComponent(userId)}/`

/** Where somebody is signed in. @param userId null for the reader's own sessions */
export const readSessions = (userId: string | null) =>
  api<StaffSession[]>(userId === null ? OWN_SESSIONS : `${userPath(userId)}sessions/`)

export const endSession = (userId: string | null, id: string) =>
  api<StaffSession[]>(`${userId === null ? OWN_SESSIONS : `${userPath(userId)}sessions/`}${id}/`, { method: 'DELETE' })

export const endOtherSessions = () => api<StaffSession[]>(`${OWN_SESSIONS}end-others/`, { method: 'POST' })

export const readStep = () => api<SecondFactor>(STEP)
export const beginStep = (password: string) => postJson<SecondFactorSetup>(STEP, { password })
export const confirmStep = (code: string) => postJson<RecoveryCodes>(`${STEP}confirm/`, { code })
export const renewCodes = (password: string) => postJson<RecoveryCodes>(`${STEP}recovery-codes/`, { password })
export const endStep = (password: string) => postJson<SecondFactor>(`${STEP}end/`, { password })
export const resetStep = (userId: string) =>
  api<SecondFactor>(`${userPath(userId)}second-factor/reset/`, { method: 'POST' })

/** Sends somebody a link to choose a password, or has it told. */
export const makeLink = (userId: string, isShown: boolean) =>
  postJson<AccountLink>(`${userPath(userId)}link/`, { show_link: isShown })

const linkPath = (token: string) => `/account-links/${encodeURIComponent(token)}/`
export const readLink = (token: string) => api<LinkedAccount>(linkPath(token))
export const followLink = (token: string, password: string) =>
  postJson<{ username: string }>(linkPath(token), { password })

/** Changes the reader's own password, which ends every session, and goes on with the one that this answers. */
export async function changeOwnPassword(current: string, next: string): Promise<void> {
  const body = { current_password: current, new_password: next }
  const change = async (token: string) => {
    const { access, refresh } = await postJson<Tokens>('/auth/password/', body, { Authorization: `Bearer ${token}` })
    // A session that ended while the answer was under way stays ended.
    if (staffSession.tokens()) staffSession.setTokens({ access, refresh })
  }
  await replaceToken('staff', change).catch(async (error: unknown) => {
    if (statusOf(error) !== 401) throw error
    await renewToken('staff')
    await replaceToken('staff', change)
  })
}
