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

/** Result of a sign-in step: signed in, or a code or a new password is required. */
export type Entered = SignedIn | CodeDue | PasswordDue

export interface SignedIn {
  /** Start page of the user; null for the page that was requested. */
  home: string | null
}

export interface CodeDue {
  /** @throws HttpError when the API refuses */
  enterCode: (code: string) => Promise<Entered>
}

export interface PasswordDue {
  username: string
  /** @throws HttpError when the API refuses */
  choosePassword: (password: string) => Promise<SignedIn>
}

/** User of the demo company, to sign in as with one click. */
export interface DemoPerson {
  name: string
  /** Dictionary key of the role; null if all users have the same role. */
  role: string | null
  /** @throws HttpError when the API refuses */
  enter: () => Promise<Entered>
}

/** Sign-in of one kind of user. Texts are dictionary keys. */
export interface SignInMethod {
  title: string
  text: string
  /** First field: its label, name and input type. */
  name: { label: string; field: string; type: 'text' | 'email' }
  submit: string
  demo: string
  /** Link to the sign-in page of the other kind of user. */
  other?: { text: string; path: string }
  /** @throws HttpError when the API refuses */
  enter: (name: string, password: string) => Promise<Entered>
  /** Returns the demo users; empty outside demo mode. */
  people: (signal: AbortSignal) => Promise<DemoPerson[]>
}

/** Start page of partner users. */
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

/** Starts a partner session, which leaves the staff session unchanged. */
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

/** Sign-in of staff; in a demo also of partner users. */
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

/** Sign-in of partner users. */
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
