import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/languages'
import { formatPhone, parsePhone, searchedPhoneDigits } from '../../../../contract/core/phone'
import { Phone } from '../../../../contract/core/scalars'
import { DICTIONARIES } from '../../../../server/documents/words'
import { PHONE_CASES } from '../../../support/phones'

const INVISIBLE = ['\u200b', '\u200e', '\u200f', '\u202a', '\u202c', '\u2066', '\u2069', '\ufeff', '\u00ad']

const countries = fc.constantFrom(...getCountries())
const extensions = fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: null })
/** Mobile numbers of a country with random last digits, in national and international notation. */
const typedNumbers = fc
  .record({
    country: countries.filter((country) => getExampleNumber(country, examples) !== undefined),
    last: fc.stringMatching(/^\d{3}$/),
    isNational: fc.boolean(),
    label: fc.constantFrom(' ext. ', ' x', ';ext=', ' Durchwahl ', ' poste ', ' تحويلة '),
    extension: extensions,
  })
  .map(({ country, last, isNational, label, extension }) => {
    const national = String(getExampleNumber(country, examples)?.nationalNumber).slice(0, -3) + last
    const plain = `+${getCountryCallingCode(country)}${national}`
    const written = isNational ? (getExampleNumber(country, examples)?.formatNational() ?? plain) : formatPhone(plain)
    return { country, text: extension === null ? written : `${written}${label}${extension}` }
  })

describe('a typed phone number', () => {
  it.each(PHONE_CASES)('$typed in $country is stored as $stored', ({ typed, country, stored }) => {
    expect(parsePhone(typed, country)).toBe(stored)
    if (stored !== null) expect(Phone.parse(stored)).toBe(stored)
  })

  it('has at least 60 examples of at least 15 countries', () => {
    expect(PHONE_CASES.length).toBeGreaterThanOrEqual(60)
    const numbers = PHONE_CASES.flatMap(({ stored }) => stored ?? [])
    const codes = getCountries().map((country) => `+${getCountryCallingCode(country)}`)
    const found = new Set(codes.filter((code) => numbers.some((number) => number.startsWith(code))))
    expect(found.size).toBeGreaterThanOrEqual(15)
    const given = PHONE_CASES.flatMap(({ country }) => country ?? [])
    expect(given.every((country) => isSupportedCountry(country))).toBe(true)
  })

  it('is refused when it is longer than a number can be', () => {
    expect(parsePhone(`+34${' '.repeat(200)}600111222`, null)).toBeNull()
  })

  it('parses to the same from its own stored form and from every format', () => {
    fc.assert(
      fc.property(typedNumbers, fc.constantFrom(...LANGUAGES), ({ country, text }, language) => {
        const stored = parsePhone(text, country)
        fc.pre(stored !== null)
        expect(parsePhone(stored, null)).toBe(stored)
        expect(parsePhone(stored, country)).toBe(stored)
        const { extension } = DICTIONARIES[language].app.phone
        const shown = formatPhone(stored, {
          wordExtension: (digits) => extension.replace('{{digits}}', digits),
          isIsolated: language === 'ae',
        })
        expect(parsePhone(shown, country)).toBe(stored)
        expect(parsePhone(formatPhone(stored), null)).toBe(stored)
      }),
    )
  })

  it('parses to a stored form or to nothing from any digits with a country code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{4,15}$/), extensions, countries, (digits, extension, country) => {
        const stored = parsePhone(`+${digits}${extension === null ? '' : ` x${extension}`}`, country)
        fc.pre(stored !== null)
        expect(Phone.safeParse(stored).success).toBe(true)
        expect(parsePhone(stored, country)).toBe(stored)
        expect(parsePhone(formatPhone(stored), country)).toBe(stored)
      }),
      { examples: [['43000000', null, 'AC']] },
    )
  })

  it('is the same with invisible characters anywhere', () => {
    const cases = fc.oneof(
      fc.constantFrom(...PHONE_CASES).map(({ typed, country }) => ({ text: typed, country })),
      typedNumbers,
    )
    const marks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...INVISIBLE)), { maxLength: 20 })
    fc.assert(
      fc.property(cases, marks, ({ text, country }, sprinkled) => {
        let marked = text
        for (const [place, mark] of sprinkled) {
          const at = place % (marked.length + 1)
          marked = marked.slice(0, at) + mark + marked.slice(at)
        }
        expect(parsePhone(marked, country)).toBe(parsePhone(text, country))
      }),
    )
  })
})

describe('a stored phone number', () => {
  it.each([
    ['+34600111222', '+34 600 11 12 22'],
    ['+442079460018;ext=12', '+44 20 7946 0018 ext. 12'],
    ['+12125551234', '+1 212 555 1234'],
    ['+5215512345678', '+5215512345678'],
    ['600 111 222', '600 111 222'],
    ['112', '112'],
    ['', ''],
  ])('%s is shown as %s', (stored, shown) => expect(formatPhone(stored)).toBe(shown))
})

describe('a searched phone number', () => {
  it.each([
    ['+44 (0)20 7946 0018', ['4402079460018', '442079460018']],
    ['020 7946 0018 ext. 12', ['2079460018']],
    ['8 912 345-67-89', ['89123456789', '79123456789']],
    ['٠٥٠ ١٢٣ ٤٥٦٧', ['501234567']],
    ['\u200e+34 600 11', ['3460011']],
    ['600 111', ['600111']],
    ['112', null],
    ['LCA 123456', null],
  ])('%s is found by %j', (typed, digits) => expect(searchedPhoneDigits(typed)).toEqual(digits))
})
