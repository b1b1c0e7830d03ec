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

/** How a sign-in went on: somebody is signed in, or has to enter a code or choose a password first. */
export type Entered = SignedIn | CodeDue | PasswordDue

export interface SignedIn {
  /** Where the person belongs; null for the page that was asked for. */
  home: string | null
}

export interface CodeDue {
  /** @throws the API's refusal */
  enterCode: (code: string) => Promise<Entered>
}

export interface PasswordDue {
  username: string
  /** @throws the API's refusal */
  choosePassword: (password: string) => Promise<SignedIn>
}

/** Somebody of the demo company, to sign in as at one click. */
export interface DemoPerson {
  name: string
  /** Key of what the person does; null where it goes without saying. */
  role: string | null
  /** @throws the API's refusal */
  enter: () => Promise<Entered>
}

/** Who signs in at a page, and how. Texts are keys. */
export interface SignInMethod {
  title: string
  text: string
  /** The first box: its label, and what the browser takes it for. */
  name: { label: string; field: string; type: 'text' | 'email' }
  submit: string
  demo: string
  /** The other sign-in page, for those who need that one. */
  other?: { text: string; path: string }
  /** @throws the API's refusal */
  enter: (name: string, password: string) => Promise<Entered>
  /** People of a demo; none outside. */
  people: (signal: AbortSignal) => Promise<DemoPerson[]>
}

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

/** A partner's own session, beside which that of staff stays as it is. */
async function enterPortal(email: string, password: string, home: string | null): Promise<Entered> {
  const enterWith = async (code?: string): Promise<SignedIn> => {
    await signInPartner(email, password, code)
    return { home }
  }
  try {
    return await enterWith()
  } catch (error) {
    if (problemOf(error).code !== 'portal_code_required') throw error
    return { enterCode: enterWith }
  }
}

/** The sign-in of the operator's own people; in a demo also of its partners'. */
export const staffMethod: SignInMethod = {
  title: 'ra.auth.sign_in',
  text: 'app.login.text',
  name: { label: 'ra.auth.username', field: 'username', type: 'text' },
  submit: 'ra.auth.sign_in',
  demo: 'app.login.demo',
  enter,
  people: async (signal) =>
    (await fetchDemoPeople(signal)).map(({ name, role, username, password }) =>
      role === 'partner'
        ? { name, role: 'app.login.partnerRole', enter: () => enterPortal(username, password, PORTAL_PATH) }
        : { name, role: `choices.roles.${role}`, enter: () => enter(username, password) },
    ),
}

/** The sign-in of a partner's people. */
export const partnerMethod: SignInMethod = {
  title: 'app.partner.login.title',
  text: 'app.partner.login.text',
  name: { label: 'app.partner.login.email', field: 'email', type: 'email' },
  submit: 'app.partner.login.submit',
  demo: 'app.partner.login.demo',
  other: { text: 'app.partner.login.staff', path: '/login' },
  enter: (email, password) => enterPortal(email, password, null),
  people: async (signal) =>
    (await fetchDemoPeople(signal))
      .filter(({ role }) => role === 'partner')
      .map(({ name, username, password }) => ({
        name,
        role: null,
        enter: () => enterPortal(username, password, null),
      })),
}
