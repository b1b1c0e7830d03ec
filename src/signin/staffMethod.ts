import { signInPartner } from '../providers/auth/partnerAuth'
import {
  beginSession,
  changePassword,
  fetchCsrfCookie,
  fetchDemoPeople,
  signIn,
  type Credentials,
  type SignIn,
} from '../providers/auth/authApi'
import { problemOf } from '../providers/http/problem'
import type { SignInMethod, Entered, SignedIn } from './method'

/** Where a partner's person belongs. */
export const PORTAL_PATH = '/partner-dashboard'

async function enter(username: string, password: string): Promise<Entered> {
  void fetchCsrfCookie()
  try {
    return await enterWith({ username, password })
  } catch (error) {
    if (problemOf(error).code !== 'code_required') throw error
    return { enterCode: (code) => enterWith({ username, password, code }) }
  }
}

async function enterWith(credentials: Credentials): Promise<Entered> {
  const answer = await signIn(credentials)
  if (!answer.mustChangePassword) return begun(answer)
  return {
    username: answer.user.username,
    choosePassword: async (chosen) => begun(await changePassword(answer, credentials.password, chosen)),
  }
}

function begun(answer: SignIn): SignedIn {
  beginSession(answer)
  return { home: null }
}

/** The partner's own session, beside which that of staff stays as it is. */
async function enterPortal(email: string, password: string): Promise<SignedIn> {
  await signInPartner(email, password)
  return { home: PORTAL_PATH }
}

/** The sign-in of the operator's own people; in a demo also of its partners'. */
export const staffMethod: SignInMethod = {
  title: 'ra.auth.sign_in',
  text: 'app.login.text',
  name: { label: 'ra.auth.username', field: 'username', type: 'text' },
  submit: 'ra.auth.sign_in',
  demo: 'app.login.demo',
  enter,
  people: async () =>
    (await fetchDemoPeople()).map(({ name, role, username, password }) =>
      role === 'partner'
        ? { name, role: 'app.login.partnerRole', enter: () => enterPortal(username, password) }
        : { name, role: `choices.roles.${role}`, enter: () => enter(username, password) },
    ),
}
