import { uuidv7 } from 'uuidv7'
import { beforeAll } from 'vitest'
import type { CredentialScope, Environment, PartnerRole } from '../../contract/core/vocabulary'
import { hashPartnerToken, keyPrefix, makePartnerToken } from '../../server/adapters/partner-tokens'
import { hashPassword } from '../../server/adapters/passwords'
import type { Json, TestApi } from './api'
import { make } from './factories'

export const PARTNER_PASSWORD = 'correct horse battery staple'

/** Default contract terms, which tests override. */
export const PARTNER_CONTRACT = {
  commission_mode: 'percent',
  commission_bp: 1250,
  commission_on_addons: false,
  allowed_route_ids: [],
  hold_minutes: 15,
  credit_limit_minor: null,
  cancel_rights: 'per_policy',
  valid_from: null,
  valid_to: null,
}

/** Raised limits for tests in which a partner holds more than usual. */
export const WIDE_HOLD_BOUNDS = { held_seats_max: 5_000, holds_max: 1_000, lapsed_holds_max: 1_000 }

/** Provides the usual steps of tests of the partner area. */
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

  /** Creates a partner with a signed-in member. */
  const portal = async ({ role = 'owner', ...overrides }: Json & { role?: PartnerRole } = {}) => {
    const admin = await api.as('admin')
    const partner = await make(admin, 'partners', { status: 'active', ...overrides })
    const { id, email } = await member(partner, role)
    const { body } = await signIn(email)
    const token = String(body['token'])
    return { partner, email, memberId: id, token, client: bearer(token) }
  }

  /** Creates a client with an API key of the partner; by default it may read journeys and trips and write trips. */
  const program = async (
    partner: Json,
    environment: Environment = 'live',
    scopes: CredentialScope[] = ['journeys:read', 'trips:read', 'trips:write'],
  ) => {
    const secret = makePartnerToken(environment)
    const id = uuidv7()
    await api.db
      .insertInto('partner_credentials')
      .values({
        id,
        partner_id: String(partner['id']),
        name: `Program ${environment}`,
        environment,
        scopes,
        prefix: keyPrefix(environment),
        last4: secret.slice(-4),
        token_sha256: hashPartnerToken(secret),
      })
      .execute()
    return { id, secret, client: bearer(secret) }
  }

  return { bearer, member, signIn, portal, program }
}
