import { describe, expect, it } from 'vitest'
import { minorToDecimal } from '../../../../../contract/core/currency'
import { formatBasisPoints, formatMoney, minorToInput, parseMoney } from '../../../../../src/providers/format/money'

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  it('turns minor units into a decimal without floats', () => {
    expect(minorToDecimal(1250, 'EUR')).toBe('12.50')
    expect(minorToDecimal(-5, 'KWD')).toBe('-0.005')
    expect(minorToDecimal(1790, 'JPY')).toBe('1790')
    expect(minorToDecimal(0, 'EUR')).toBe('0.00')
    expect(minorToDecimal(900719925474099, 'EUR')).toBe('9007199254740.99')
  })

  it('is written as in the language of the user', () => {
    expect(formatMoney(1250, 'EUR', 'en-GB')).toBe('€12.50')
    expect(spaced(formatMoney(123456, 'EUR', 'de'))).toBe('1.234,56 €')
    expect(formatMoney(1790, 'JPY', 'en-GB')).toBe('JP¥1,790')
    expect(formatMoney(1250, 'not', 'en-GB')).toContain('12.50')
  })

  it.each([
    ['12.5', 'EUR', 'en-GB', 1250],
    ['1,250.00', 'EUR', 'en-GB', 125000],
    ['12,50', 'EUR', 'en-GB', 1250],
    ['12,5', 'EUR', 'de', 1250],
    ['1.250,5', 'EUR', 'de', 125050],
    ['12.50', 'EUR', 'de', 1250],
    ['1.250', 'EUR', 'de', 125000],
    ['1 250,00', 'EUR', 'fr', 125000],
    ['-0.005', 'KWD', 'en-GB', -5],
    ['+7', 'JPY', 'en-GB', 7],
    ['.5', 'EUR', 'en-GB', 50],
    ['-0', 'EUR', 'en-GB', 0],
  ])('reads %s %s as %s writes it', (text, currency, locale, minor) => {
    expect(parseMoney(text, currency, locale)).toBe(minor)
  })

  it.each([
    ['', 'EUR'],
    ['abc', 'EUR'],
    ['12.345', 'EUR'],
    ['1.5', 'JPY'],
    ['1.2.3', 'EUR'],
    ['--5', 'EUR'],
    ['99999999999999999', 'EUR'],
  ])('does not read "%s" as %s', (text, currency) => {
    expect(parseMoney(text, currency, 'en-GB')).toBeNull()
  })

  it('is read back as written for editing, in every language', () => {
    for (const locale of ['en-GB', 'ar-AE', 'fr', 'de', 'es'])
      for (const [minor, currency] of [
        [0, 'EUR'],
        [1, 'EUR'],
        [-123456, 'EUR'],
        [987, 'JPY'],
        [1234567, 'KWD'],
      ] as const)
        expect(parseMoney(minorToInput(minor, currency, locale), currency, locale)).toBe(minor)
  })

  it('writes basis points as a percentage', () => {
    expect(formatBasisPoints(1250, 'en-GB')).toBe('12.5%')
    expect(spaced(formatBasisPoints(-975, 'de'))).toBe('-9,75 %')
  })
})
