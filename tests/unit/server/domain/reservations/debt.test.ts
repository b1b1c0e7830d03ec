import { describe, expect, test } from 'vitest'
import { accountOf, debtGrows, debtOf } from '../../../../../server/domain/reservations/debt'

const sold = {
  partner_id: null,
  customer_id: 'ana',
  payment_method: 'on_account',
  environment: 'live',
  currency: 'EUR',
  status: 'confirmed',
  total_minor: 900,
  paid_minor: 0,
  cancellation_fee_minor: 0,
} as const
type Sold = { [K in keyof typeof sold]: Parameters<typeof accountOf>[0][K] }
const of = (more: Partial<Sold> = {}): Sold => ({ ...sold, ...more })

describe('the account of a reservation', () => {
  test.each([
    ['that of the customer, when it is sold on account', {}, 'customer'],
    [
      'that of the partner who sold it, with any payment method',
      { partner_id: 'way', payment_method: 'cash' },
      'partner',
    ],
    ['that of the partner, also for a test trip', { partner_id: 'way', environment: 'test' }, 'partner'],
    ['none, with another payment method', { payment_method: 'cash' }, null],
    ['none, without a payment method', { payment_method: null }, null],
    ['none, for a test sale', { environment: 'test' }, null],
  ] as const)('is %s', (_, more, expected) => {
    expect(accountOf(of(more))).toBe(expected)
  })
})

describe('the amount owed for a reservation', () => {
  test.each([
    ['the total of a confirmed reservation', {}, 900],
    ['the unpaid amount', { paid_minor: 300 }, 600],
    ['zero after an overpayment', { paid_minor: 1000 }, 0],
    ['zero for a hold', { status: 'on_hold' }, 0],
    ['zero for a request', { status: 'pending' }, 0],
    ['zero for an expired hold', { status: 'expired' }, 0],
    ['zero for a rejected request', { status: 'rejected' }, 0],
    ['the total of a no-show', { status: 'no_show' }, 900],
    ['the total of a completed reservation', { status: 'completed' }, 900],
    ['the fee of a cancelled reservation', { status: 'cancelled', cancellation_fee_minor: 200, paid_minor: 50 }, 150],
    ['zero for a cancellation without a fee', { status: 'cancelled' }, 0],
    [
      'zero for a cancellation whose fee was exceeded by the payments',
      { status: 'cancelled', cancellation_fee_minor: 200, paid_minor: 900 },
      0,
    ],
  ] as const)('is %s', (_, more, expected) => {
    expect(debtOf(of(more))).toBe(expected)
  })
})

describe('a debt on account', () => {
  const theirs = { partner_id: 'way' }
  test.each([
    ['a sale', null, {}],
    ['the confirmation of a hold', { status: 'on_hold' }, {}],
    ['the approval of a request', { status: 'pending' }, {}],
    ['an undone cancellation', { status: 'cancelled', cancellation_fee_minor: 100 }, {}],
    ['a higher price', { total_minor: 800 }, {}],
    ['another payment method', { payment_method: 'cash' }, {}],
    ['another customer', { customer_id: 'bo' }, {}],
    ['another currency', { currency: 'USD' }, {}],
    ['another partner', { partner_id: 'other' }, theirs],
    ['a sale that is handed over', { payment_method: 'cash' }, theirs],
    ['a sale that is returned from a partner', theirs, {}],
    ['a higher cancellation fee', { status: 'cancelled' }, { status: 'cancelled', cancellation_fee_minor: 1 }],
  ] as const)('increases by %s', (_, before, after) => {
    expect(debtGrows(before && of(before), of(after))).toBe(true)
  })

  test.each([
    ['a hold', null, { status: 'on_hold' }],
    ['a sale that is paid at once', null, { paid_minor: 900 }],
    ['a sale with another payment method', null, { payment_method: 'cash' }],
    ['a change of other fields', {}, {}],
    ['a lower price', { total_minor: 1000 }, {}],
    ['a payment', {}, { paid_minor: 500 }],
    ['a refund', { paid_minor: 900 }, { paid_minor: 0 }],
    ['a cancellation with any fee', { paid_minor: 900 }, { status: 'cancelled', cancellation_fee_minor: 2000 }],
    ['an arrival', {}, { status: 'completed' }],
    ['another customer of a partner', { ...theirs, customer_id: 'bo' }, theirs],
    ['another payment method at a partner', { ...theirs, payment_method: 'cash' }, theirs],
    ['a change away from the account', {}, { payment_method: 'cash' }],
  ] as const)('does not increase by %s', (_, before, after) => {
    expect(debtGrows(before && of(before), of(after))).toBe(false)
  })
})
