import { describe, expect, it } from 'vitest'
import { expiryOf, isExpired, secondsLeft } from '../../../../src/providers/auth/jwt'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (payload: unknown) => `${encode({ alg: 'HS256' })}.${encode(payload)}.c2lnbmF0dXJl`
const NOW_MS = 1_800_000_000_000
const NOW_S = NOW_MS / 1000

describe('expiry of an access token', () => {
  it('is read from a payload with names of any script', () => {
    expect(expiryOf(token({ exp: NOW_S, name: 'Zoë 李 ~~~???' }))).toBe(NOW_S)
  })

  it.each(['', 'abc', 'a.b.c', token([]), token({}), token({ exp: 'soon' }), token(null)])(
    'is none in %j',
    (broken) => {
      expect(expiryOf(broken)).toBeNull()
      expect(isExpired(broken, NOW_MS)).toBe(true)
    },
  )

  it('has passed for a token that expires now, and not for one that expires in a second', () => {
    expect(isExpired(token({ exp: NOW_S }), NOW_MS)).toBe(true)
    expect(isExpired(token({ exp: NOW_S + 1 }), NOW_MS)).toBe(false)
    expect(secondsLeft(token({ exp: NOW_S + 300 }), NOW_MS)).toBe(300)
    expect(secondsLeft(token({ exp: NOW_S - 300 }), NOW_MS)).toBe(0)
  })
})
