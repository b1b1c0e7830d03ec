import { describe, expect, test } from 'vitest'
import { paymentStatus } from '../../../../../server/domain/reservations/payment'

describe('the payment status', () => {
  test.each([
    ['nothing paid', 'confirmed', 900, 0, null, 'unpaid'],
    ['a part paid', 'on_hold', 900, 1, 'unpaid', 'part_paid'],
    ['all paid', 'confirmed', 900, 900, 'part_paid', 'paid'],
    ['more paid than owed', 'boarded', 900, 901, 'paid', 'refund_due'],
    ['nothing to pay', 'confirmed', 0, 0, null, 'paid'],
    ['cancelled after payment', 'cancelled', 900, 900, 'paid', 'refund_due'],
    ['a part paid back', 'cancelled', 900, 300, 'refund_due', 'refund_due'],
    ['all paid back', 'cancelled', 900, 0, 'refund_due', 'refunded'],
    ['paid back stays so', 'cancelled', 900, 0, 'refunded', 'refunded'],
    ['cancelled before payment', 'cancelled', 900, 0, 'unpaid', 'unpaid'],
    ['rejected', 'rejected', 900, 0, 'unpaid', 'unpaid'],
    ['did not come, has paid', 'no_show', 900, 900, 'paid', 'paid'],
  ] as const)('%s', (_, status, total, paid, before, expected) => {
    expect(paymentStatus({ status, total, paid, before })).toBe(expected)
  })

  test.each([
    ['all but the fee paid back', 300, 'refund_due', 'refunded'],
    ['a part of the fee paid back, too', 299, 'refund_due', 'part_paid'],
    ['all of the fee paid back', 0, 'refunded', 'unpaid'],
    ['the fee paid after that', 300, 'unpaid', 'paid'],
  ] as const)('of a cancellation that costs a fee: %s', (_, paid, before, expected) => {
    expect(paymentStatus({ status: 'cancelled', total: 900, paid, fee: 300, before })).toBe(expected)
  })
})
