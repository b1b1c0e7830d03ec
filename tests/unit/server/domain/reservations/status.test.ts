import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RESERVATION_STATUSES } from '../../../../../contract/core/vocabulary'
import {
  ACTIVE,
  DELETABLE,
  SEATED,
  passengerStatus,
  seatChange,
} from '../../../../../server/domain/reservations/status'
import { RESERVATION_TRANSITIONS } from '../../../../../server/domain/reservations/transitions'

type Status = (typeof RESERVATION_STATUSES)[number]

describe('the seats of a reservation', () => {
  test.each([
    ['held', null, 'on_hold', { held: 3, confirmed: 0 }],
    ['asked for', null, 'pending', { held: 0, confirmed: 0 }],
    ['sold at once', null, 'confirmed', { held: 0, confirmed: 3 }],
    ['confirmed from a hold', 'on_hold', 'confirmed', { held: -3, confirmed: 3 }],
    ['confirmed from a request', 'pending', 'confirmed', { held: 0, confirmed: 3 }],
    ['rejected', 'pending', 'rejected', { held: 0, confirmed: 0 }],
    ['released from a hold', 'on_hold', 'cancelled', { held: -3, confirmed: 0 }],
    ['run out', 'on_hold', 'expired', { held: -3, confirmed: 0 }],
    ['given back', 'confirmed', 'cancelled', { held: 0, confirmed: -3 }],
    ['released a second time', 'cancelled', 'cancelled', { held: 0, confirmed: 0 }],
    ['boarded', 'confirmed', 'boarded', { held: 0, confirmed: 0 }],
    ['left empty', 'confirmed', 'no_show', { held: 0, confirmed: 0 }],
  ] as const)('%s', (_, from, to, change) => {
    expect(seatChange(from, to, 3)).toEqual(change)
  })

  test('are zero after any path to an end without travel', () => {
    const steps = fc.array(fc.nat(), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom('on_hold', 'pending', 'confirmed'), steps, (start, choices) => {
        let status = start as Status
        let total = seatChange(null, status, 2)
        for (const choice of choices) {
          const onward = RESERVATION_TRANSITIONS.all.filter(({ from }) => from === status)
          const next = onward[choice % onward.length]?.to
          if (!next) break
          const change = seatChange(status, next, 2)
          total = { held: total.held + change.held, confirmed: total.confirmed + change.confirmed }
          status = next
        }
        expect(total).toEqual({ held: status === 'on_hold' ? 2 : 0, confirmed: SEATED.includes(status) ? 2 : 0 })
      }),
    )
  })

  test('every status is active, deletable or final', () => {
    const history = RESERVATION_STATUSES.filter((status) => !ACTIVE.includes(status) && !DELETABLE.includes(status))
    expect(history).toEqual(['completed', 'no_show'])
  })

  test('passengers have the status of their reservation', () => {
    expect(RESERVATION_STATUSES.map((status) => passengerStatus(status))).toEqual([
      'booked',
      'booked',
      'booked',
      'checked_in',
      'boarded',
      'boarded',
      'no_show',
      'cancelled',
      'cancelled',
      'cancelled',
    ])
  })
})
