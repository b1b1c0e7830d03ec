import { describe, expect, it } from 'vitest'
import { isConsolePath } from '../../../../src/providers/consolePaths'
import { nextLocation } from '../../../../src/providers/auth/nextLocation'

describe('isConsolePath', () => {
  it.each([
    '/',
    '/dashboard',
    '/login',
    '/vehicles',
    '/vehicles/',
    '/vehicles/7',
    '/vehicles/7/show',
    '/reservations/create',
    '/routes/import',
    '/notifications',
  ])('has a page at %s', (path) => expect(isConsolePath(path)).toBe(true))

  it.each([
    '/vehicles/zzz/deep',
    '/partner',
    '/nope',
    '/vehicles/7/show/more',
    '/dashboard/x',
    '/notifications/7',
    '/login/x',
    '/xvehicles',
  ])('has no page at %s', (path) => expect(isConsolePath(path)).toBe(false))
})

describe('nextLocation', () => {
  it('returns the requested page, with its query and its position', () => {
    const remembered = { nextPathname: '/journeys', nextSearch: '?x=1', nextHash: '#calls' }
    expect(nextLocation(remembered)).toBe('/journeys?x=1#calls')
    expect(nextLocation({ nextPathname: '/journeys', nextSearch: '?x=1' })).toBe('/journeys?x=1')
    expect(nextLocation({ nextPathname: '/vehicles' })).toBe('/vehicles')
  })

  it.each([null, undefined, 'x', {}, { nextPathname: 7 }])('returns the home page for %j', (state) => {
    expect(nextLocation(state)).toBe('/')
  })

  it.each(['//evil.tld/x', 'https://evil.tld', '/\\evil.tld', 'javascript:alert(1)', '/login', ''])(
    'never returns %s',
    (path) => {
      expect(nextLocation({ nextPathname: path, nextSearch: '' })).toBe('/')
    },
  )

  it('drops an invalid query', () => {
    expect(nextLocation({ nextPathname: '/vehicles', nextSearch: '@evil.tld' })).toBe('/vehicles')
  })
})
