import { uuidv7 } from 'uuidv7'
import { beforeAll } from 'vitest'
import type { PartnerRole } from '../../contract/vocabulary'
import { hashPassword } from '../../server/adapters/passwords'
import type { Json, TestApi } from './api'
import { make } from './factories'

export const PARTNER_PASSWORD = 'correct horse battery staple'

/** What tests of the partner area do again and again. */
export function usePartners(api: TestApi) {
  let passwordHash = ''
  beforeAll(async () => {
    passwordHash = await hashPassword(PARTNER_PASSWORD)
  })
  const bearer = (token: unknown) => api.client({ authorization: `Token ${String(token)}` })

  const member = async (partner: Json, role: PartnerRole = 'owner') => {
    const id = uuidv7()
    const email = `p${id.slice(-12)}@sunvia.example.com`
    const row = { id, partner_id: String(partner['id']), email, role, password_hash: passwordHash }
    await api.db
      .insertInto('partner_members')
      .values({ ...row, first_name: 'Rebecca', last_name: 'Holt' })
      .execute()
    return { id, email }
  }

  const signIn = (email: string, password = PARTNER_PASSWORD) =>
    api.client({}).post('/partner/auth/login/', { email, password })

  /** A partner with somebody signed in. */
  const portal = async ({ role = 'owner', ...overrides }: Json & { role?: PartnerRole } = {}) => {
    const admin = await api.as('admin')
    const partner = await make(admin, 'partners', { status: 'active', ...overrides })
    const { id, email } = await member(partner, role)
    const { body } = await signIn(email)
    const token = String(body['token'])
    return { partner, email, memberId: id, token, client: bearer(token) }
  }

  return { bearer, member, signIn, portal }
}
