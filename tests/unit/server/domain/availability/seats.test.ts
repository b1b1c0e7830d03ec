import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JourneyLeg } from '../../../../../contract/entities/journey'
import {
  coveredLegs,
  peakLoad,
  seatsLeft,
  tightestLeg,
  withSeats,
} from '../../../../../server/domain/availability/seats'

const legsOf = (count: number, capacity: number): JourneyLeg[] =>
  Array.from({ length: count }, (_, index) => ({
    leg_seq: index + 1,
    capacity,
    overbooking_allowance: 0,
    confirmed: 0,
    held: 0,
  }))
const segment = (board_seq: number, alight_seq: number) => ({ board_seq, alight_seq })
const [A, B, C, D] = [1, 2, 3, 4]

describe('seats left', () => {
  // A-B-C-D with two seats: A→B sold twice, B→D once.
  const sold = withSeats(withSeats(legsOf(3, 2), segment(A, B), { held: 1, confirmed: 1 }), segment(B, D), {
    held: 0,
    confirmed: 1,
  })

  test.each([
    ['A→D', A, D, 0],
    ['A→C', A, C, 0],
    ['B→D', B, D, 1],
    ['C→D', C, D, 1],
  ])('%s', (_, board, alight, left) => {
    expect(seatsLeft(sold, segment(board, alight))).toBe(left)
  })

  test('a stop outside the journey has no seats left', () => {
    for (const unknown of [segment(0, 2), segment(3, 5), segment(7, 9), segment(3, 3), segment(3, 2)]) {
      expect(coveredLegs(sold, unknown)).toBeUndefined()
      expect(seatsLeft(sold, unknown)).toBe(0)
    }
    expect(seatsLeft([], segment(1, 2))).toBe(0)
  })

  test('seats that are set aside for others are not available, leg by leg', () => {
    expect(seatsLeft(sold, segment(B, D), new Map([[2, 1]]))).toBe(0)
    expect(seatsLeft(sold, segment(C, D), new Map([[2, 1]]))).toBe(1)
  })

  test('the leg with the fewest seats is named, the first of equal ones', () => {
    expect(tightestLeg(sold, segment(A, D))?.leg.leg_seq).toBe(1)
    expect(tightestLeg(sold, segment(B, D))?.leg.leg_seq).toBe(2)
  })

  test('the peak load is that of the fullest leg', () => {
    expect(peakLoad(sold)).toBe(2)
    expect(peakLoad([])).toBe(0)
  })
})

describe('any bookings', () => {
  const LEGS = 6
  const booking = fc
    .record({
      board: fc.integer({ min: 1, max: LEGS }),
      length: fc.integer({ min: 1, max: LEGS }),
      seats: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ board, length, seats }) => ({ seats, on: segment(board, Math.min(board + length, LEGS + 1)) }))

  test('released in any order restore the previous state', () => {
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 20 }), (bookings) => {
        const empty = legsOf(LEGS, 50)
        const full = bookings.reduce((legs, { on, seats }) => withSeats(legs, on, { held: seats, confirmed: 0 }), empty)
        const back = bookings
          .toReversed()
          .reduce((legs, { on, seats }) => withSeats(legs, on, { held: -seats, confirmed: 0 }), full)
        expect(back).toEqual(empty)
      }),
    )
  })

  test('sold only while seats are left never exceed the capacity of a leg', () => {
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 40 }), fc.integer({ min: 0, max: 12 }), (bookings, capacity) => {
        const legs = bookings.reduce(
          (now, { on, seats }) =>
            seatsLeft(now, on) >= seats ? withSeats(now, on, { held: 0, confirmed: seats }) : now,
          legsOf(LEGS, capacity),
        )
        expect(peakLoad(legs)).toBeLessThanOrEqual(capacity)
        for (const leg of legs)
          expect(seatsLeft(legs, segment(leg.leg_seq, leg.leg_seq + 1))).toBe(capacity - leg.confirmed)
      }),
    )
  })

  test('of a longer segment never leave more seats than those of a part of it', () => {
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 20 }), booking, booking, (bookings, one, other) => {
        const legs = bookings.reduce(
          (now, { on, seats }) => withSeats(now, on, { held: seats, confirmed: 0 }),
          legsOf(LEGS, 100),
        )
        const whole = segment(
          Math.min(one.on.board_seq, other.on.board_seq),
          Math.max(one.on.alight_seq, other.on.alight_seq),
        )
        expect(seatsLeft(legs, whole)).toBeLessThanOrEqual(seatsLeft(legs, one.on))
      }),
    )
  })
})
