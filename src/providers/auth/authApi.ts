import { API_HOST, STORAGE_KEYS } from '../config'
import { call } from '../http/call'
import { httpClient } from '../http/httpClient'
import { isObject, storage } from '../storage'
import { learnClock } from './jwt'
import { staffSession, toStaffUser, type StaffSession, type StaffUser, type Tokens } from './session'

export interface Credentials {
  username: string
  password: string
  /** Code of the second factor, for accounts that have one. */
  code?: string
}

export interface SignIn extends StaffSession {
  /** Another user chose the password: the only permitted call is choosing a new one. */
  mustChangePassword: boolean
}

function toSignIn(answer: unknown): SignIn {
  const body = isObject(answer) ? answer : {}
  const user = toStaffUser(body['user'])
  const { access, refresh } = body
  if (typeof access !== 'string' || access === '' || !user) throw new Error('app.login.incomplete')
  return {
    tokens: { access, refresh: typeof refresh === 'string' ? refresh : null },
    user,
    mustChangePassword: isObject(body['user']) && body['user']['must_change_password'] === true,
  }
}

/** Sets the CSRF cookie for servers that expect one; signing in does not depend on it. */
export async function fetchCsrfCookie(): Promise<void> {
  await httpClient(`${API_HOST}/csrf/`, { credentials: 'include' }).catch(() => undefined)
}

export async function signIn(credentials: Credentials): Promise<SignIn> {
  return toSignIn(await call('POST /auth/login', { body: credentials }))
}

export function beginSession(answer: SignIn): void {
  learnClock(answer.tokens.access)
  staffSession.start(answer)
}

/** Changes the password with the token of the pending sign-in; returns the sign-in to start the session with. */
export async function changePassword(current: SignIn, currentPassword: string, newPassword: string): Promise<SignIn> {
  const body = { current_password: currentPassword, new_password: newPassword }
  const headers = { Authorization: `Bearer ${current.tokens.access}` }
  const answer = await call('POST /auth/password', { body, headers })
  return { ...toSignIn({ user: current.user, ...answer }), mustChangePassword: false }
}

/** Ends a session on the server. The local session is already cleared, so the call sends its tokens explicitly. */
export async function signOut({ access, refresh }: Tokens): Promise<void> {
  await call('POST /auth/logout', {
    body: { refresh: refresh ?? '' },
    headers: { Authorization: `Bearer ${access}` },
    keepalive: true,
  })
}

export async function fetchCurrentUser(): Promise<StaffUser | null> {
  return toStaffUser(await call('GET /auth/user'))
}

export interface DemoPerson {
  role: string
  username: string
  name: string
  password: string
}

let demoPeople: DemoPerson[] | undefined

/** Whether the server was a demo at this browser's last check; pages reserve space for the demo notice. */
export const wasDemo = (): boolean => storage.get(STORAGE_KEYS.demo) !== null

/** Users that `fetchDemoPeople` has found since the page loaded; undefined before its first answer. */
export const knownDemoPeople = () => demoPeople

/** Returns the demo users to sign in as with one click; empty outside demo mode. */
export async function fetchDemoPeople(signal: AbortSignal): Promise<DemoPerson[]> {
  const { people } = await call('GET /demo', { signal })
  demoPeople = people
  if (people.length > 0) storage.set(STORAGE_KEYS.demo, 'true')
  else storage.remove(STORAGE_KEYS.demo)
  return people
}
