import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  abandonedJourneys,
  exceededBound,
  heldAgainFrom,
  joinedJourneys,
  lapsesCountFrom,
  seatsTakenBy,
  takesMore,
  type HeldTrip,
} from '../../../../../server/domain/reservations/hold-bounds'

const BOUNDS = { held_seats_max: 6, holds_max: 4, lapsed_holds_max: 2 }
const trip = (more: Partial<HeldTrip> & { on?: string[] } = {}): HeldTrip => ({
  status: 'on_hold',
  hold_expires_at: '2030-05-20T04:15:00Z',
  seats: 2,
  passengers: [],
  legs: (more.on ?? ['A']).map((journey_id) => ({ journey_id })),
  ...more,
})

describe('the holds of a partner', () => {
  const addon = (pieces: number) => ({ code: 'BIKE', pieces })

  it.each([
    [{ seats: 6, holds: 4, addon: addon(12) }, null],
    [{ seats: 7, holds: 1, addon: null }, 'holds'],
    [{ seats: 5, holds: 5, addon: null }, 'holds'],
    [{ seats: 1, holds: 1, addon: addon(13) }, 'addon'],
  ])('%j exceeds %s', (onHold, exceeded) => {
    expect(exceededBound(onHold, BOUNDS)).toBe(exceeded)
  })

  it('count a seat on each departure, and a place of an infant as a seat', () => {
    const infant = (status: string) => ({ needs: ['child_seat' as const], status })
    expect(seatsTakenBy(trip({ on: ['A', 'B'] }))).toBe(4)
    const passengers = [infant('booked'), infant('booked'), infant('booked'), infant('cancelled')]
    expect(seatsTakenBy(trip({ passengers }))).toBe(3)
  })
})

describe('a change of a hold', () => {
  it.each([
    ['a new hold', null, trip(), true],
    ['a sale', null, trip({ status: 'confirmed' }), false],
    ['nothing', trip(), trip(), false],
    ['more seats', trip(), trip({ seats: 3 }), true],
    ['fewer seats', trip(), trip({ seats: 1 }), false],
    ['another departure', trip(), trip({ on: ['B'] }), true],
    ['one departure less', trip({ on: ['A', 'B'] }), trip(), false],
    ['a longer time', trip(), trip({ hold_expires_at: '2030-05-20T04:30:00Z' }), true],
    ['a shorter time', trip(), trip({ hold_expires_at: '2030-05-20T04:10:00Z' }), false],
  ])('holds more or not: %s', (_, before, after, expected) => {
    expect(takesMore(before, after)).toBe(expected)
  })

  it.each([
    ['its end', trip({ on: ['A', 'B'] }), trip({ on: ['A', 'B'], status: 'cancelled' }), ['A', 'B']],
    ['its expiry', trip(), trip({ status: 'expired' }), ['A']],
    ['a move', trip({ on: ['A', 'B'] }), trip({ on: ['B', 'C'] }), ['A']],
    ['its sale', trip(), trip({ status: 'confirmed' }), []],
    ['the cancellation of a sale', trip({ status: 'confirmed' }), trip({ status: 'cancelled' }), []],
  ])('releases departures: %s', (_, before, after, expected) => {
    expect(abandonedJourneys(before, after)).toEqual(expected)
  })

  it('adds the departures that it did not hold before', () => {
    expect(joinedJourneys(trip(), trip({ on: ['B', 'A', 'B'] }))).toEqual(['B'])
  })
})

describe('a departure that is held repeatedly', () => {
  const HOUR = 3_600_000
  const NOW = new Date('2030-05-20T12:00:00Z')
  const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

  it('is available again a day after the lapse that leaves fewer than the bound', () => {
    expect(heldAgainFrom([ago(1)], BOUNDS)).toBeNull()
    expect(heldAgainFrom([ago(20), ago(1)], BOUNDS)).toEqual(ago(-4))
    expect(heldAgainFrom([ago(20), ago(1), ago(5)], BOUNDS)).toEqual(ago(-19))
  })

  it('is refused exactly while the lapses reach the bound, and available at the announced time', () => {
    const lapses = fc.array(fc.integer({ min: 0, max: 23 * 60 }), { maxLength: 12 })
    fc.assert(
      fc.property(lapses, fc.integer({ min: 1, max: 6 }), (minutes, lapsed_holds_max) => {
        const bounds = { ...BOUNDS, lapsed_holds_max }
        const all = minutes.map((minute) => ago(minute / 60))
        const counted = (now: Date) => all.filter((at) => at > lapsesCountFrom(now))
        const from = heldAgainFrom(counted(NOW), bounds)
        expect(from !== null).toBe(all.length >= lapsed_holds_max)
        if (from === null) return
        expect(heldAgainFrom(counted(from), bounds)).toBeNull()
        expect(heldAgainFrom(counted(new Date(from.getTime() - 1)), bounds)).not.toBeNull()
      }),
    )
  })
})
