import { signInPartner } from '../providers/auth/partnerAuth'
import { fetchDemoPeople } from '../providers/auth/authApi'
import type { SignInMethod, SignedIn } from './method'

async function enter(email: string, password: string): Promise<SignedIn> {
  await signInPartner(email, password)
  return { home: null }
}

/** The sign-in of a partner's people. */
export const partnerMethod: SignInMethod = {
  title: 'app.partner.login.title',
  text: 'app.partner.login.text',
  name: { label: 'app.partner.login.email', field: 'email', type: 'email' },
  submit: 'app.partner.login.submit',
  demo: 'app.partner.login.demo',
  other: { text: 'app.partner.login.staff', path: '/login' },
  enter,
  people: async () =>
    (await fetchDemoPeople())
      .filter(({ role }) => role === 'partner')
      .map(({ name, username, password }) => ({ name, role: null, enter: () => enter(username, password) })),
}
