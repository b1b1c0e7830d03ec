import type { AuthProvider } from 'react-admin'
import { renewToken } from '../http/refresh'
import { statusOf } from '../http/problem'
import { fetchCsrfCookie, signIn, signOut, type Credentials, type SignIn } from './authApi'
import { logWarning } from '../log'
import { canAccess } from './canAccess'
import { isExpired } from './jwt'
import { displayName, staffSession } from './session'

/** What the sign-in page hands over: name and password, or the answer of a sign-in that it already made. */
export type LoginParams = Credentials | { answer: SignIn }

export const authProvider = {
  async login(params: LoginParams) {
    void fetchCsrfCookie()
    const answer = 'answer' in params ? params.answer : await signIn(params)
    if (answer.mustChangePassword) throw new Error('app.login.mustChange')
    staffSession.start(answer)
  },

  /** The local session ends whatever the server says. */
  async logout() {
    const refresh = staffSession.tokens()?.refresh
    if (refresh)
      await signOut(refresh).catch((error: unknown) => logWarning('The sign-out call failed', statusOf(error)))
    staffSession.clear()
  },

  /** Signed in means: a stored user, and an access token that is good or can be renewed. */
  async checkAuth() {
    const tokens = staffSession.tokens()
    if (tokens && staffSession.user()) {
      if (!isExpired(tokens.access, Date.now())) return
      const renewed = await renewToken('staff').then(Boolean, () => false)
      if (renewed) return
    }
    staffSession.clear()
    throw Object.assign(new Error('Not signed in'), { message: false })
  },

  /** Only a refused session ends it; a 403 is an answer to one request. */
  async checkError(error: unknown) {
    if (statusOf(error) === 401) throw Object.assign(new Error('app.login.ended'), { message: 'app.login.ended' })
  },

  async getIdentity() {
    const user = staffSession.user()
    if (!user) throw new Error('Not signed in')
    return { ...user, id: user.id || user.username, fullName: displayName(user, '') }
  },

  async getPermissions() {
    return staffSession.user()?.role ?? null
  },

  async canAccess({ action, resource }: { action: string; resource: string }) {
    return canAccess(staffSession.user()?.role, action, resource)
  },
} satisfies AuthProvider
