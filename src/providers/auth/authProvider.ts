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
  /** The sign-in page does the same itself, and leads to a new password where one is due. */
  async login(credentials: Credentials) {
    void fetchCsrfCookie()
    const answer = await signIn(credentials)
    if (answer.mustChangePassword) throw new Error('app.login.mustChange')
    beginSession(answer)
  },

  /**
   * The local session ends at once, whatever the server says of it. Where it had ended before, whoever noticed leads to
   * the sign-in page, and react-admin need not.
   */
  async logout() {
    const [tokens, user] = [staffSession.tokens(), staffSession.user()]
    staffSession.clear()
    if (!tokens) return false
    if (user) drafts.forgetAllOf(user.id)
    if (tokens.refresh)
      void signOut(tokens).catch((error: unknown) => logWarning('The sign-out call failed', statusOf(error)))
  },

  /** Signed in means: a stored user, and an access token that is good or can be renewed. */
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

  /** What a 401 means has been settled by the time anybody sees it: see `httpClient`. A 403 answers one request. */
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
