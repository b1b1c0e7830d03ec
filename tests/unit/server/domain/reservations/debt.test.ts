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

describe('the account that a reservation goes on', () => {
  test.each([
    ['that of the customer, where it is sold on account', {}, 'customer'],
    ['that of the partner who sold it, however it is paid', { partner_id: 'way', payment_method: 'cash' }, 'partner'],
    ['that of the partner, of a test trip too', { partner_id: 'way', environment: 'test' }, 'partner'],
    ['none, where it is paid otherwise', { payment_method: 'cash' }, null],
    ['none yet, where nobody has said how it is paid', { payment_method: null }, null],
    ['none, where it is a test', { environment: 'test' }, null],
  ] as const)('is %s', (_, more, expected) => {
    expect(accountOf(of(more))).toBe(expected)
  })
})

describe('what is owed of a reservation', () => {
  test.each([
    ['all of what was confirmed', {}, 900],
    ['what is not paid yet', { paid_minor: 300 }, 600],
    ['nothing where more was paid', { paid_minor: 1000 }, 0],
    ['nothing of a hold', { status: 'on_hold' }, 0],
    ['nothing of a request', { status: 'pending' }, 0],
    ['nothing of a hold that ran out', { status: 'expired' }, 0],
    ['nothing of a request that was declined', { status: 'rejected' }, 0],
    ['all of one who did not come', { status: 'no_show' }, 900],
    ['all of one who has travelled', { status: 'completed' }, 900],
    ['the fee of one that was cancelled', { status: 'cancelled', cancellation_fee_minor: 200, paid_minor: 50 }, 150],
    ['nothing of one that was cancelled without a fee', { status: 'cancelled' }, 0],
    [
      'nothing of one that was cancelled, where more was paid than its fee',
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
    ['a cancellation that is taken back', { status: 'cancelled', cancellation_fee_minor: 100 }, {}],
    ['a higher price', { total_minor: 800 }, {}],
    ['another way of paying', { payment_method: 'cash' }, {}],
    ['another customer', { customer_id: 'bo' }, {}],
    ['another currency', { currency: 'USD' }, {}],
    ['another partner', { partner_id: 'other' }, theirs],
    ['a sale that is handed over', { payment_method: 'cash' }, theirs],
    ['a sale that is taken back from a partner', theirs, {}],
    [
      'a fee of a cancellation that is raised',
      { status: 'cancelled' },
      { status: 'cancelled', cancellation_fee_minor: 1 },
    ],
  ] as const)('grows by %s', (_, before, after) => {
    expect(debtGrows(before && of(before), of(after))).toBe(true)
  })

  test.each([
    ['a hold', null, { status: 'on_hold' }],
    ['a sale that is paid at once', null, { paid_minor: 900 }],
    ['a sale that is paid otherwise', null, { payment_method: 'cash' }],
    ['a change of something else', {}, {}],
    ['a lower price', { total_minor: 1000 }, {}],
    ['what was paid', {}, { paid_minor: 500 }],
    ['what was given back', { paid_minor: 900 }, { paid_minor: 0 }],
    ['a cancellation, whatever its fee', { paid_minor: 900 }, { status: 'cancelled', cancellation_fee_minor: 2000 }],
    ['an arrival', {}, { status: 'completed' }],
    ['another customer of a partner', { ...theirs, customer_id: 'bo' }, theirs],
    ['another way of paying at a partner', { ...theirs, payment_method: 'cash' }, theirs],
    ['a change away from the account', {}, { payment_method: 'cash' }],
  ] as const)('does not grow by %s', (_, before, after) => {
    expect(debtGrows(before && of(before), of(after))).toBe(false)
  })
})
