import '../../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PriceLine } from '../../../../../contract/core/price-line'
import type { Reservation } from '../../../../../contract/entities/reservation'
import { PriceTrace } from '../../../../../src/resources/reservations/desk/PriceTrace'
import { reservationOf } from '../../../../support/console/desk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const fare = (amount_minor: number): PriceLine => ({
  seq: 1,
  kind: 'base_fare',
  code: 'FARE',
  label: { en: 'Adult' },
  rule_id: null,
  rule_version: null,
  passenger_category: 'adult',
  quantity: 1,
  unit_minor: amount_minor,
  amount_minor,
  percent_bp: null,
  base_minor: null,
})
const verdict = { rule_id: '5', label: { en: 'Easter' }, matched: false, failed: 'season', expected: [], actual: null }
const quoted = (total_minor: number) => ({
  currency: 'EUR',
  total_minor,
  lines: [fare(total_minor)],
  trace: [verdict],
})
const SOLD_NOW = /^Sold now/

async function openTrace(quote: Response) {
  script({ 'POST /quotes/': () => quote })
  signedIn({ role: 'agent' })
  const reservation = reservationOf({ price_lines: [fare(1_000)], total_minor: 1_000 }) as object as Reservation
  renderInFrame(<PriceTrace reservation={reservation} onClose={() => undefined} />)
  return within(await screen.findByRole('dialog', { name: 'Price breakdown' }))
}

it('shows the price of the reservation, and what the trip would cost now when that differs', async () => {
  const dialog = await openTrace(answer(quoted(1_200)))
  expect(await dialog.findByText('Sold now, this trip would cost €12.00.')).toBeVisible()
  expect(dialog.getAllByText('€10.00').length).toBeGreaterThan(0)
  expect(dialog.queryByText('€12.00')).not.toBeInTheDocument()
})

it('shows the rules of a sale now, and no other price when it is the same', async () => {
  const dialog = await openTrace(answer(quoted(1_000)))
  expect(await dialog.findByRole('region', { name: 'Rules as they apply to a sale now' })).toHaveTextContent('Easter')
  expect(dialog.queryByText(SOLD_NOW)).not.toBeInTheDocument()
})

it('shows the price of a reservation that could not be sold now', async () => {
  const refusal = { status: 422, code: 'no_fare', title: 'No fare', detail: 'No fare applies to this trip.' }
  const dialog = await openTrace(answer(refusal, 422))
  expect(await dialog.findByText(/^Sold now, this trip would have no price\. No fare/)).toBeVisible()
  expect(dialog.getAllByText('€10.00').length).toBeGreaterThan(0)
})
