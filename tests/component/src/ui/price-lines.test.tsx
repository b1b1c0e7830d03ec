import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PriceLine } from '../../../../contract/core/price-line'
import { PriceLines } from '../../../../src/ui/PriceLines'
import { renderInFrame } from '../../../support/console/frame'

const line = (seq: number, en: string, change: Partial<PriceLine>): PriceLine => ({
  seq,
  kind: 'rule',
  code: en,
  label: { en },
  rule_id: null,
  rule_version: null,
  passenger_category: null,
  quantity: 1,
  unit_minor: 0,
  amount_minor: 0,
  percent_bp: null,
  base_minor: null,
  ...change,
})

it('price line shows what it was calculated from', () => {
  const lines = [
    line(1, 'Hire', { kind: 'base_fare', unit_minor: 66_000, amount_minor: 66_000 }),
    line(2, 'Night', { percent_bp: 2500, base_minor: 5500, unit_minor: 1375, amount_minor: 1375 }),
    line(3, 'Night minimum', { kind: 'limit', base_minor: 6875, unit_minor: 125, amount_minor: 125 }),
    line(4, 'Bags', { kind: 'addon', quantity: 3, unit_minor: 500, amount_minor: 1500 }),
  ]
  renderInFrame(<PriceLines lines={lines} currency="EUR" totalMinor={69_000} totalLabel="Total" />)
  const shown = screen.getAllByRole('term').map((term) => term.textContent)
  expect(shown).toEqual([
    'Hire',
    'Night25% of €55.00',
    'Night minimumfor €68.75 of the price',
    'Bags3 × €5.00',
    'Total',
  ])
})
