import { describe, expect, test } from 'vitest'
import type { ReservationPassenger } from '../../../../../contract/entities/reservation-parts'
import { aboardOf, excessOf, peakSpace, shortageOn, withSpace } from '../../../../../server/domain/availability/space'

type Needs = ReservationPassenger['needs']
const who = (category: ReservationPassenger['category'], ...needs: Needs) => ({ category, needs })
const consumes = { luggage_units: 0, child_seats: 0, seats: 0 }

describe('the space that a party takes', () => {
  test('is a seat for each passenger except infants, and a place for each need', () => {
    const party = [who('adult'), who('prm', 'wheelchair', 'assistance'), who('child', 'child_seat'), who('infant')]
    expect(aboardOf(party, [])).toEqual({ seats: 3, wheelchairs: 1, child_seats: 1, luggage_units: 0 })
  })

  test('includes what its add-ons consume, each unit of them', () => {
    const addons = [{ units: 3, consumes: { luggage_units: 2, child_seats: 0, seats: 1 } }]
    expect(aboardOf([who('adult'), who('infant')], addons)).toMatchObject({ seats: 4, luggage_units: 6 })
  })

  test('is one child seat when a child needs the seat that was sold with it', () => {
    const seat = (units: number) => ({ units, consumes: { ...consumes, child_seats: 1 } })
    expect(aboardOf([who('child', 'child_seat')], [seat(1)]).child_seats).toBe(1)
    expect(aboardOf([who('child', 'child_seat'), who('child', 'child_seat')], [seat(1)]).child_seats).toBe(2)
    expect(aboardOf([who('child', 'child_seat')], [seat(2)]).child_seats).toBe(2)
  })
})

describe('places beside seats', () => {
  const leg = (leg_seq: number, wheelchairs: number) => ({
    leg_seq,
    capacity: 50,
    overbooking_allowance: 0,
    confirmed: 0,
    held: 0,
    wheelchairs,
    child_seats: 0,
    luggage_units: 0,
  })
  const places = { wheelchairs: 1, child_seats: 0, luggage_units: 10 }
  const request = { wheelchairs: 1, child_seats: 0, luggage_units: 0 }
  const legs = [leg(1, 0), leg(2, 1), leg(3, 0)]

  test('are counted leg by leg', () => {
    expect(shortageOn(places, legs, { board_seq: 1, alight_seq: 2 }, request)).toBeNull()
    expect(shortageOn(places, legs, { board_seq: 3, alight_seq: 4 }, request)).toBeNull()
    expect(shortageOn(places, legs, { board_seq: 1, alight_seq: 4 }, request)).toEqual({
      kind: 'wheelchairs',
      leg_seq: 2,
      left: 0,
    })
  })

  test('are no obstacle for a party that needs none, even when more are taken than exist', () => {
    const none = { wheelchairs: 0, child_seats: 0, luggage_units: 0 }
    expect(shortageOn({ ...places, wheelchairs: 0 }, legs, { board_seq: 1, alight_seq: 4 }, none)).toBeNull()
    expect(shortageOn({ ...places, wheelchairs: 0 }, legs, { board_seq: 2, alight_seq: 3 }, request)?.left).toBe(0)
  })

  test('are compared with the whole vehicle when too many are taken', () => {
    const segment = { board_seq: 1, alight_seq: 4 }
    const party = { ...request, seats: 50 }
    expect(excessOf(places, legs, segment, party)).toBeNull()
    expect(excessOf(places, legs, segment, { ...party, seats: 51 })).toEqual({ kind: 'seats', needed: 51, places: 50 })
    expect(excessOf(places, legs, segment, { ...party, child_seats: 2 })).toEqual({
      kind: 'child_seats',
      needed: 2,
      places: 0,
    })
    const narrow = legs.map((other) => (other.leg_seq === 2 ? { ...other, capacity: 8 } : other))
    expect(excessOf(places, narrow, segment, { ...party, seats: 9 })?.places).toBe(8)
    expect(excessOf(places, narrow, { board_seq: 3, alight_seq: 4 }, { ...party, seats: 9 })).toBeNull()
  })

  test('are taken on the segment of the party', () => {
    const after = withSpace(legs, { board_seq: 2, alight_seq: 4 }, { wheelchairs: 1, child_seats: 0, luggage_units: 3 })
    expect(after.map((each) => [each.wheelchairs, each.luggage_units])).toEqual([
      [0, 0],
      [2, 3],
      [1, 3],
    ])
    expect(peakSpace(after)).toEqual({ wheelchairs: 2, child_seats: 0, luggage_units: 3 })
  })
})
