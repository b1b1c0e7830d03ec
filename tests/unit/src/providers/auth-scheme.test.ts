import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { isPartnerAccess } from '../../../../contract/core/operations'
import { authSchemeOf } from '../../../../src/providers/http/authScheme'

const HOST = 'https://api.example.com'
const scheme = (path: string, host = HOST) => authSchemeOf(new URL(path, host), HOST)

describe('authSchemeOf', () => {
  it.each([
    '/partner/dashboard/',
    '/partner/trips/42/',
    '/partner/journeys/',
    '/partner/credentials/',
    '/partner/mock-trips/',
    '/partner/api-logs/export.csv?from=1',
    '/api/any/prefix/partner/trips/',
    '/api/partner/trips',
  ])('sends the partner token to %s', (path) => {
    expect(scheme(path)).toEqual({ session: 'partner', authorized: true, renewable: true })
  })

  it.each([
    '/partner/',
    '/partner/profile/',
    '/partner/accept-invitation/abc/',
    '/partner-dashboard/',
    '/mock-trips/',
    '/xpartner/trips/',
    '/partner//trips/',
    '/Partner/Trips/',
    '/partner%2Ftrips%2F',
    '/stations/?next=/partner/trips/',
    '/stations/#/partner/trips/',
  ])('sends the staff token to %s', (path) => {
    expect(scheme(path)).toEqual({ session: 'staff', authorized: true, renewable: true })
  })

  it.each(['/api/auth/login/', '/api/token/refresh/', '/csrf/', '/api/partner/auth/login/'])(
    'sends no token to %s',
    (path) => {
      expect(scheme(path)).toMatchObject({ authorized: false, renewable: false })
    },
  )

  it('sends the partner token to its refresh and takes a 401 there for an answer', () => {
    expect(scheme('/api/partner/auth/refresh/')).toEqual({ session: 'partner', authorized: true, renewable: false })
  })

  const guarded = ALL_OPERATIONS.filter(({ access, root }) => access !== 'public' && root !== 'host')
  it.each(guarded)('sends $method $path the token that the contract asks for', ({ access, path }) => {
    expect(scheme(`/api${path}/`).session).toBe(isPartnerAccess(access) ? 'partner' : 'staff')
  })

  it('sends no token to another origin', () => {
    expect(authSchemeOf(new URL('https://evil.example/partner/trips/'), HOST)).toMatchObject({ authorized: false })
    expect(authSchemeOf(new URL('https://evil.example/api/stations/'), HOST)).toMatchObject({ authorized: false })
  })
})
