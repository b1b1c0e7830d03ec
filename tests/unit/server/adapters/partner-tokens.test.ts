import { describe, expect, it } from 'vitest'
import { hashPartnerToken, makePartnerToken, partnerTokenKind } from '../../../../server/adapters/partner-tokens'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The nightly run sets a million. */
const TOKENS = Number(process.env['WAYLINE_TOKENS'] ?? 100_000)
const KINDS = ['portal', 'live', 'test'] as const

describe('P-14 tokens of partners', () => {
  it('have exactly 40 characters, show their purpose, and are stored as a hash only', () => {
    for (const kind of KINDS) {
      const token = makePartnerToken(kind)
      expect(token).toMatch(/^(wps_[0-9A-Za-z]{36}|tk_(live|test)_[0-9A-Za-z]{32})$/)
      expect([token.length, partnerTokenKind(token)]).toEqual([40, kind])
      expect(hashPartnerToken(token)).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  it('are distinguished from 10,000 typing errors without a query', () => {
    let passed = 0
    for (let index = 0; index < 10_000; index += 1) {
      const token = makePartnerToken(KINDS[index % 3] ?? 'live')
      const place = 8 + (index % 31)
      const letter = BASE62[(BASE62.indexOf(token[place] ?? '0') + 1 + (index % 60)) % 62] ?? '0'
      const swapped = token.slice(0, place) + (token[place + 1] ?? '') + (token[place] ?? '') + token.slice(place + 2)
      const typo = index % 2 === 0 ? token.slice(0, place) + letter + token.slice(place + 1) : swapped
      if (typo !== token && partnerTokenKind(typo) !== null) passed += 1
    }
    expect(passed).toBe(0)
  })

  it('are unique, contain a checksum, and use every character equally often', () => {
    const seen = new Set<string>()
    const letters = new Uint32Array(128)
    let wrong = 0
    for (let index = 0; index < TOKENS; index += 1) {
      const kind = KINDS[index % 3] ?? 'live'
      const token = makePartnerToken(kind)
      if (token.length !== 40 || partnerTokenKind(token) !== kind) wrong += 1
      seen.add(token)
      for (let place = 8; place < 34; place += 1)
        letters[token.charCodeAt(place)] = (letters[token.charCodeAt(place)] ?? 0) + 1
    }
    expect([seen.size, wrong]).toEqual([TOKENS, 0])
    const expected = (TOKENS * 26) / 62
    const chi2 = [...BASE62].reduce((sum, letter) => {
      const often = letters[letter.charCodeAt(0)] ?? 0
      return sum + (often - expected) ** 2 / expected
    }, 0)
    // With 61 degrees of freedom, more than 120 occurs once in a hundred thousand runs.
    expect(chi2).toBeLessThan(120)
  })
})
