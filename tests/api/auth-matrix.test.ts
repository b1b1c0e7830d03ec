import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { ACCESS_TOKEN_LIFE_S } from '../../contract/core/limits/token-lifetimes'
import { isPartnerAccess, type Operation } from '../../contract/core/operations'
import { hasRight, may } from '../../contract/core/permissions'
import { ROLES, type Role } from '../../contract/core/vocabulary'
import { signAccess } from '../../server/adapters/access-tokens'
import { useApi } from '../support/api'

const api = useApi()

type Caller = Role | 'anonymous' | 'disabled' | 'expired' | 'garbage'
const CALLERS: readonly Caller[] = [...ROLES, 'anonymous', 'disabled', 'expired', 'garbage']
const OUTSIDERS: Partial<Record<Caller, string>> = {
  anonymous: 'not_authenticated',
  disabled: 'token_invalid',
  expired: 'token_expired',
  garbage: 'token_invalid',
}
const tokens = new Map<Caller, string>()

async function tokenOf(role: Role, status: 'active' | 'disabled', at: Date): Promise<string> {
  const [userId, sessionId] = [uuidv7(), uuidv7()]
  const username = `${role}-${userId.slice(-10)}`
  await api.db
    .insertInto('users')
    .values({ id: userId, username, email: `${username}@example.com`, role, status, is_staff: true })
    .execute()
  const expires = new Date(api.now.getTime() + 86_400_000).toISOString()
  await api.db.insertInto('auth_sessions').values({ id: sessionId, user_id: userId, expires_at: expires }).execute()
  return signAccess(api.secrets.access_token_key, { userId, sessionId }, at)
}

beforeAll(async () => {
  for (const role of ROLES) tokens.set(role, await tokenOf(role, 'active', api.now))
  tokens.set('disabled', await tokenOf('admin', 'disabled', api.now))
  tokens.set('expired', await tokenOf('admin', 'active', new Date(api.now.getTime() - ACCESS_TOKEN_LIFE_S * 1000)))
  tokens.set('garbage', 'a.b.c')
})

/** Calls an operation with an unknown record and an invalid body. */
async function call({ method, path, root, tokenIn }: Operation, caller: Caller) {
  const address = `${root === 'host' ? '' : '/api'}${path.replaceAll(/:\w+/g, uuidv7())}`
  const token = tokens.get(caller)
  const answer = await api.app.inject({
    method,
    url: tokenIn === 'query' && token ? `${address}?token=${token}` : address,
    headers: {
      'if-match': '*',
      ...(token && tokenIn !== 'query' ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? { payload: { no_such_field: true } } : {}),
  })
  const json = String(answer.headers['content-type']).includes('json') && answer.body !== ''
  const { code } = (json ? answer.json<{ code?: string } | null>() : null) ?? {}
  return { status: answer.statusCode, code }
}

/** Returns the code of the refusal that the permission table requires for a caller, or null where the call is allowed. */
function refusalFor({ access }: Operation, caller: Caller): string | null {
  if (access === 'public') return null
  const outside = OUTSIDERS[caller]
  // The partner area recognizes no staff token, so it does not check its expiry.
  if (outside) return isPartnerAccess(access) && caller === 'expired' ? 'token_invalid' : outside
  if (access === 'signed-in') return null
  if ('right' in access) return hasRight(caller as Role, access.right) ? null : 'forbidden'
  if ('resource' in access) return may(caller as Role, access.action, access.resource) ? null : 'forbidden'
  // Every other kind of access refuses members of staff.
  return 'anything'
}

describe('P-11 every operation', () => {
  it.each(CALLERS)('answers %s as the permission table defines', async (caller) => {
    const wrong: string[] = []
    for (const operation of ALL_OPERATIONS) {
      const expected = refusalFor(operation, caller)
      const { status, code } = await call(operation, caller)
      const refused = status === 401 || status === 403
      const right = expected === null ? !refused : expected === 'anything' ? refused : refused && code === expected
      if (!right) wrong.push(`${operation.id}: ${status} ${code ?? ''}, expected ${expected ?? 'no refusal'}`)
      if (status >= 500) wrong.push(`${operation.id}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it('R-219 gives the same answer with and without a trailing slash, without a redirect', async () => {
    const wrong: string[] = []
    for (const operation of ALL_OPERATIONS) {
      const bare = await call(operation, 'viewer')
      const slashed = await call({ ...operation, path: `${operation.path}/` }, 'viewer')
      if (bare.status !== slashed.status || (bare.status >= 300 && bare.status < 400))
        wrong.push(`${operation.id}: ${bare.status} and ${slashed.status}`)
    }
    expect(wrong).toEqual([])
  })
})
