import { describe, expect, test } from 'vitest'
import { canonicalPrice, priceOf } from '../../../../../server/domain/pricing/price'
import { segmentLabel } from '../../../../../server/domain/pricing/place'

const line = (code: string, quantity: number, unit_minor: number) => ({
  kind: 'base_fare' as const,
  code,
  label: { en: code },
  quantity,
  unit_minor,
})

describe('a price', () => {
  test('is the sum of its lines, in their currencies', () => {
    const { lines, total, currencies } = priceOf([line('A', 2, 900), line('B', 1, 450)], ['EUR', 'CHF', 'EUR'])
    expect(lines.map(({ seq, amount_minor }) => [seq, amount_minor])).toEqual([
      [1, 1800],
      [2, 450],
    ])
    expect([total, currencies]).toEqual([2250, ['CHF', 'EUR']])
  })

  test('has the names of both stops in the languages that both have', () => {
    const airport = { en: 'Larnaca Airport', ae: 'مطار لارنكا', de: 'Flughafen Larnaka' }
    expect(segmentLabel(airport, { en: 'Nicosia', de: 'Nikosia' })).toEqual({
      en: 'Larnaca Airport → Nicosia',
      de: 'Flughafen Larnaka → Nikosia',
    })
    expect(segmentLabel(airport, { ae: 'نيقوسيا' })).toEqual({ ae: 'مطار لارنكا ← نيقوسيا' })
  })
})

describe('the canonical price', () => {
  test('does not depend on the order of keys, but on everything else', () => {
    const { lines } = priceOf([line('A', 2, 900), line('B', 1, 450)], ['EUR'])
    const turned = lines.map((each) => Object.fromEntries(Object.entries(each).reverse()) as typeof each)
    expect(canonicalPrice('EUR', turned)).toBe(canonicalPrice('EUR', lines))
    expect(canonicalPrice('USD', lines)).not.toBe(canonicalPrice('EUR', lines))
    expect(canonicalPrice('EUR', lines.toReversed())).not.toBe(canonicalPrice('EUR', lines))
  })
})
