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
    ['partly refunded', 'cancelled', 900, 300, 'refund_due', 'refund_due'],
    ['fully refunded', 'cancelled', 900, 0, 'refund_due', 'refunded'],
    ['refunded stays refunded', 'cancelled', 900, 0, 'refunded', 'refunded'],
    ['cancelled before payment', 'cancelled', 900, 0, 'unpaid', 'unpaid'],
    ['rejected', 'rejected', 900, 0, 'unpaid', 'unpaid'],
    ['no-show after payment', 'no_show', 900, 900, 'paid', 'paid'],
  ] as const)('%s', (_, status, total, paid, before, expected) => {
    expect(paymentStatus({ status, total, paid, before })).toBe(expected)
  })

  test.each([
    ['refunded except for the fee', 300, 'refund_due', 'refunded'],
    ['a part of the fee refunded, too', 299, 'refund_due', 'part_paid'],
    ['the fee fully refunded', 0, 'refunded', 'unpaid'],
    ['the fee paid after the refund', 300, 'unpaid', 'paid'],
  ] as const)('of a cancellation that costs a fee: %s', (_, paid, before, expected) => {
    expect(paymentStatus({ status: 'cancelled', total: 900, paid, fee: 300, before })).toBe(expected)
  })
})
