import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PASSWORD_MIN_CHARS } from '../../../../../contract/core/limits/passwords'
import COMMON from '../../../../../server/domain/sign-in/common-passwords.json' with { type: 'json' }
import { findWeakness } from '../../../../../server/domain/sign-in/weak-password'

const NAMES = [
  'maria.lopez',
  'maria.lopez@sunvia-travel.example',
  'María',
  'López',
  'Sunvia Travel S.L.',
  'Müller',
  'Çağrı',
]

describe('a weak password', () => {
  it.each([
    ['123qweasdzxc', 'repeated'],
    ['Needforspeed', 'common'],
    ['supernatural2024!', 'common'],
    ['Password2026!', 'common'],
    ['P@ssw0rd1234', 'common'],
    ['Welcome12345', 'common'],
    ['Summer2026!!', 'common'],
    ['2026!Wayline!', 'common'],
    ['Passwort12345', 'common'],
    ['Contraseña1234', 'common'],
    ['MotDePasse2026', 'common'],
    ['пароль2026!!', 'common'],
    ['adminadmin12', 'common'],

    ['passwordpassword', 'repeated'],
    ['123456789012', 'repeated'],
    ['098765432109', 'repeated'],
    ['abcdefghijkl', 'repeated'],
    ['QwertyUiopAs', 'repeated'],
    ['Ana!Ana!Ana!An', 'repeated'],
    ['aaaabbbbcccc', 'repeated'],
    ['abcdefghijklm1', 'repeated'],
    ['12345678901a', 'repeated'],
    ['abcd1234abcd', 'repeated'],
    ['йцукенгшщзхъ', 'repeated'],
    ['maria.lopez1', 'personal'],
    ['Maria-Lopez-2026', 'personal'],
    ['sunviatravel', 'personal'],
    ['SunviaTravel99', 'personal'],
    ['María López 85', 'personal'],
    ['Lopez7294610385', 'personal'],
    ['marialopez19840512', 'personal'],
    ['Mária Lópéz!!', 'personal'],
    ['Mueller12345', 'personal'],
    ['cagri12345678', 'personal'],
  ])('is refused: %s (%s)', (password, weakness) => {
    expect(findWeakness(password, NAMES)).toBe(weakness)
  })

  it.each([
    'correct horse battery staple',
    'four purple tractors sing',
    'maria84hfj2!q9x',
    'summer rain on a tin roof',
    'maria likes long walks',
    'Zm4$kq9-Tr7w',
    'seven green bottles',
    'el tren de las ocho',
    'кошка спит на окне',
    'ممر طويل إلى البحر',
  ])('is not: %s', (password) => {
    expect(findWeakness(password, NAMES)).toBeNull()
  })

  it('is each of a list of at least 3,000 common ones that are long enough, in any case', () => {
    expect(COMMON.length).toBeGreaterThanOrEqual(3_000)
    expect(new Set(COMMON).size).toBe(COMMON.length)
    for (const password of COMMON) {
      expect(password.length).toBeGreaterThanOrEqual(PASSWORD_MIN_CHARS)
      expect(findWeakness(password.toUpperCase(), [])).not.toBeNull()
    }
  })

  it('is any repeated part', () => {
    const part = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(part, fc.integer({ min: 2, max: 20 }), (text, times) => {
        expect(findWeakness(text.repeat(times), [])).not.toBeNull()
      }),
    )
  })
})
