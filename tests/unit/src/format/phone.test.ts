import { describe, expect, it } from 'vitest'
import { exampleOf, parsePhone } from '../../../../src/providers/format/phoneNumbers'

describe('a phone number', () => {
  it.each([
    ['600 123 456', 'ES', '+34600123456'],
    ['0171 1234567', 'DE', '+491711234567'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['050 123 4567', 'AE', '+971501234567'],
    ['٠٥٠ ١٢٣ ٤٥٦٧', 'AE', '+971501234567'],
    ['99 123456', 'CY', '+35799123456'],
    ['00357 99 12 34 56', 'ES', '+35799123456'],
    ['+357 (99) 123-456', null, '+35799123456'],
    ['+44 7700 900755', 'ES', '+447700900755'],
  ])('%s said in %s is %s', (typed, country, number) => {
    expect(parsePhone(typed, country)).toBe(number)
  })

  it.each([
    ['600 123 456', null],
    ['600 123', 'ES'],
    ['12345678', 'ES'],
    ['+34 600 12', 'ES'],
    ['call 600 123 456', 'ES'],
    ['Ana', 'ES'],
    ['', 'ES'],
  ])('%s said in %s is invalid', (typed, country) => {
    expect(parsePhone(typed, country)).toBeNull()
  })

  it('has a valid example in every country with telephones', () => {
    for (const country of ['ES', 'DE', 'FR', 'AE', 'GB', 'CY', 'MK', 'US', 'PT'])
      expect(parsePhone(exampleOf(country) ?? '', country)).toMatch(/^\+[1-9]\d+$/)
    expect(exampleOf('AQ')).toBeNull()
  })
})
