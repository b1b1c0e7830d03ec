import { expect, it } from 'vitest'
import { refundableAlone } from '../../../../../server/domain/payments/refundable'

type Moved = Parameters<typeof refundableAlone>[0][number]

const LIMIT = { refund_limit_minor: 5000, currency: 'EUR' }
const PAID: Moved = {
  id: 'paid',
  direction: 'payment',
  method: 'cash',
  state: 'posted',
  amount_minor: 20_000,
  refund_of_id: null,
  reverses_id: null,
  needs_approval: false,
  approved_by_user_id: null,
}
const back = (amount_minor: number, more: Partial<Moved> = {}): Moved => ({
  ...PAID,
  id: `back ${amount_minor}`,
  direction: 'refund',
  amount_minor,
  ...more,
})
const left = (...payments: Moved[]) => refundableAlone([PAID, ...payments], 'EUR', LIMIT)

it('refundable amount is the limit minus all refunds without a second approver', () => {
  expect(left()).toBe(5000)
  expect(left(back(3000), back(1500))).toBe(500)
  expect(left(back(3000, { state: 'pending', method: 'link' }))).toBe(2000)
  expect(left(back(4000), back(4000, { id: 'more' }))).toBe(0)
})

it('refundable amount ignores refunds with a second approver and refunds that paid nothing', () => {
  expect(left(back(9000, { approved_by_user_id: 'manager', needs_approval: true }))).toBe(5000)
  expect(left(back(9000, { state: 'pending', needs_approval: true }))).toBe(5000)
  expect(left(back(3000, { state: 'voided' }))).toBe(5000)
  expect(left(back(3000, { method: 'written_off' }))).toBe(5000)
  expect(left(back(3000), { ...PAID, id: 'undone', amount_minor: 3000, reverses_id: 'back 3000' })).toBe(5000)
  expect(left(back(3000, { reverses_id: 'paid' }))).toBe(5000)
})

it('refundable amount is zero in another currency than the limit, and unlimited without a limit', () => {
  expect(refundableAlone([PAID], 'HUF', LIMIT)).toBe(0)
  expect(refundableAlone([PAID], 'HUF', { ...LIMIT, refund_limit_minor: null })).toBeNull()
})
