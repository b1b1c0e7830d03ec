import type { AuthProvider } from 'react-admin'
import { sessionLost } from '../http/httpClient'
import { renewToken, STAFF_LOGIN_PATH } from '../http/refresh'
import { statusOf } from '../http/problem'
import { beginSession, fetchCsrfCookie, signIn, signOut, type Credentials } from './authApi'
import { drafts } from '../drafts'
import { logWarning } from '../log'
import { canAccess } from './canAccess'
import { isExpired, serverNow } from './jwt'
import { displayName, staffSession } from './session'

export const authProvider = {
  /** Signs in. The sign-in page has its own implementation, which also handles a required password change. */
  async login(credentials: Credentials) {
    void fetchCsrfCookie()
    const answer = await signIn(credentials)
    if (answer.mustChangePassword) throw new Error('app.login.mustChange')
    beginSession(answer)
  },

  /**
   * Clears the local session at once, whatever the server answers. If it had already ended, the code that noticed has
   * redirected to the sign-in page, and react-admin must not.
   */
  async logout() {
    const [tokens, user] = [staffSession.tokens(), staffSession.user()]
    staffSession.clear()
    if (!tokens) return false
    if (user) drafts.forgetAllOf(user.id)
    if (tokens.refresh)
      void signOut(tokens).catch((error: unknown) => logWarning('The sign-out call failed', statusOf(error)))
  },

  /** Requires a stored user and an access token that is valid or can be renewed. */
  async checkAuth() {
    const tokens = staffSession.tokens()
    if (tokens && staffSession.user()) {
      if (!isExpired(tokens.access, serverNow())) return
      const renewed = await renewToken('staff').then(Boolean, () => false)
      if (renewed) return
    }
    staffSession.clear()
    sessionLost(STAFF_LOGIN_PATH)
    throw Object.assign(new Error('Not signed in'), { message: false, redirectTo: false })
  },

  /** Does nothing: `httpClient` has already handled a 401, and a 403 concerns a single request. */
  async checkError() {},

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
