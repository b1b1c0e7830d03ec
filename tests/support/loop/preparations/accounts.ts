import { appCode } from '../../totp'
import { LARGE_PASSWORD, OTHER_PASSWORD } from '../company'
import { tokenIn, type Api, type Given, type Prepare } from './preparation'

interface Session {
  id: string
  is_current: boolean
}

const password = LARGE_PASSWORD
const usernameOf = ({ account }: Given) => `large-${account}`
const emailOf = ({ account }: Given) => `large-${account}@example.com`

const signIn = (given: Given) =>
  given.anonymous.post<{ refresh: string }>('/auth/login', { username: usernameOf(given), password })
const signInPartner = (given: Given) =>
  given.anonymous.post<{ token: string }>('/partner/auth/login', { email: emailOf(given), password })

/** Returns the id of another session of the caller. */
const otherSession = async (api: Api, path: string): Promise<string> =>
  (await api.get<Session[]>(path)).find(({ is_current }) => !is_current)?.id ?? ''

/** Begins the second step at sign-in. @returns a code of the app */
const beginSecondStep = async (api: Api, path: string): Promise<string> => {
  const { secret } = await api.post<{ secret: string }>(path, { password })
  return appCode(secret, new Date())
}
const turnOnSecondStep = async (api: Api, path: string): Promise<void> => {
  await api.post(`${path}/confirm`, { code: await beginSecondStep(api, path) })
}

/** Sends a user a link to set their password. */
const linked: Prepare = async ({ create, staff }) => {
  const user = await create('users')
  const { link } = await staff.post(`/users/${user.id}/link`, { show_link: true })
  return { path: { token: tokenIn(link) } }
}

/** Invites a member of the partner. */
const invited: Prepare = async ({ company, serial, staff }) => {
  const email = `invited-${serial}@example.com`
  const { link } = await staff.post(`/partners/${company.partnerId}/invitations`, { email, show_link: true })
  return { path: { token: tokenIn(link) } }
}

/** Sign-ins, sessions, passwords and second steps, each of an account of its own. */
export const ACCOUNT_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  confirmSecondFactor: async ({ staff }) => ({ known: { code: await beginSecondStep(staff, '/auth/second-factor') } }),
  renewRecoveryCodes: async ({ staff }) => {
    await turnOnSecondStep(staff, '/auth/second-factor')
    return {}
  },
  endSecondFactor: async ({ staff }) => {
    await turnOnSecondStep(staff, '/auth/second-factor')
    return {}
  },
  confirmPartnerSecondFactor: async ({ portal }) => ({
    known: { code: await beginSecondStep(portal, '/partner/auth/second-factor') },
  }),
  renewPartnerRecoveryCodes: async ({ portal }) => {
    await turnOnSecondStep(portal, '/partner/auth/second-factor')
    return {}
  },
  login: (given) => ({ known: { username: usernameOf(given), password } }),
  partnerLogin: (given) => ({ known: { email: emailOf(given), password } }),
  refreshToken: async (given) => ({ known: { refresh: (await signIn(given)).refresh } }),
  partnerRefresh: async (given) => ({ known: { token: (await signInPartner(given)).token } }),
  changePassword: () => ({ known: { new_password: OTHER_PASSWORD } }),
  changePartnerPassword: () => ({ known: { new_password: OTHER_PASSWORD } }),
  readAccountLink: linked,
  followAccountLink: linked,
  getPartnerInvitation: invited,
  acceptPartnerInvitation: invited,
  endOwnSession: async (given) => {
    await signIn(given)
    return { path: { id: await otherSession(given.staff, '/auth/sessions') } }
  },
  endUserSession: async (given) => {
    await signIn(given)
    const userId = given.company.accounts[given.account]?.userId ?? ''
    return { path: { id: userId, sessionId: await otherSession(given.staff, '/auth/sessions') } }
  },
  endPartnerSession: async (given) => {
    await signInPartner(given)
    return { path: { id: await otherSession(given.portal, '/partner/auth/sessions') } }
  },
}
