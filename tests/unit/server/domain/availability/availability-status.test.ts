import { describe, expect, test } from 'vitest'
import { availabilityStatus } from '../../../../../server/domain/availability/availability-status'

const open = {
  kind: 'passenger',
  capacity: 50,
  seats_left: 50,
  sales_status: 'open',
  service_status: 'scheduled',
} as const

describe('the availability of a journey', () => {
  test.each([
    ['many seats', {}, 'AVAILABLE'],
    ['just above a fifth', { seats_left: 11 }, 'AVAILABLE'],
    ['a fifth', { seats_left: 10 }, 'LIMITED'],
    ['one seat', { seats_left: 1 }, 'LIMITED'],
    ['no seat', { seats_left: 0 }, 'SOLD_OUT'],
    ['sold beyond the capacity', { seats_left: -2 }, 'SOLD_OUT'],
    ['nothing to sell', { capacity: 0, seats_left: 0 }, 'SOLD_OUT'],
    ['while boarding', { service_status: 'boarding' }, 'AVAILABLE'],
    ['sales closed', { sales_status: 'closed' }, 'CLOSED'],
    ['sold on request', { sales_status: 'on_request' }, 'CLOSED'],
    ['a draft', { service_status: 'draft' }, 'CLOSED'],
    ['under way', { service_status: 'in_progress' }, 'CLOSED'],
    ['cancelled', { service_status: 'cancelled' }, 'CLOSED'],
    ['an empty run', { kind: 'positioning' }, 'CLOSED'],
  ] as const)('%s', (_, change, status) => {
    expect(availabilityStatus({ ...open, ...change })).toBe(status)
  })
})
