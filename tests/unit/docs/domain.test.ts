import { describe, expect, it } from 'vitest'
import { NO_SPACE } from '../../../server/domain/availability/space'
import { seatsLeft, withSeats } from '../../../server/domain/availability/seats'
import { seatsForSale } from '../../../server/domain/journeys/capacity'
import { fewestChains } from '../../../server/domain/planning/chains'
import { isClockChange } from '../../../server/domain/journeys/generation'
import { rankVehicles, shrinkOf } from '../../../server/domain/journeys/ranking'
import { emptyRuns } from '../../../server/domain/planning/jobs'
import { planVehicles } from '../../../server/domain/planning/vehicles'
import { mostAtOnce } from '../../../server/domain/timetable/most-at-once'
import { instantOf } from '../../../server/domain/timetable/service-time'
import { tableOf } from '../../support/markdown-table'
import { finish } from '../../support/steps'

const SEQ: Record<string, number> = { A: 1, B: 2, C: 3, D: 4 }
const segment = (text: string) => {
  const [from = '', to = ''] = text.split('–')
  return { board_seq: SEQ[from] ?? 0, alight_seq: SEQ[to] ?? 0 }
}

describe('docs/domain/time.md', () => {
  it.each(tableOf('domain/time.md', 'Service time'))('$Service day $Service time in $Time zone: $Why', (row) => {
    expect(instantOf(row['Service day'] ?? '', row['Service time'] ?? '', row['Time zone'] ?? '')).toBe(row['Instant'])
  })
})

describe('docs/domain/time.md, the marking of a change of the clock', () => {
  it.each(tableOf('domain/time.md', 'Marked'))('$Service day $Departure in $Time zone', (row) => {
    const [day = '', zone = ''] = [row['Service day'], row['Time zone']]
    const departsAt = instantOf(day, row['Departure'] ?? '', zone)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    expect(clock.format(new Date(departsAt))).toBe(row['The clock shows']?.slice(0, 5))
    expect(isClockChange(day, [departsAt], zone)).toBe(row['Marked'] === 'yes')
  })
})

describe('docs/domain/availability.md', () => {
  it.each(tableOf('domain/availability.md', 'Booked before'))('I2 after $Booked before', (row) => {
    const empty = [1, 2, 3].map((leg_seq) => ({
      leg_seq,
      capacity: 2,
      overbooking_allowance: 0,
      confirmed: 0,
      held: 0,
    }))
    const booked = [...(row['Booked before'] ?? '').matchAll(/([A-D]–[A-D]) ×(\d)/g)]
    const legs = booked.reduce(
      (now, [, way = '', seats]) => withSeats(now, segment(way), { held: 0, confirmed: Number(seats) }),
      empty,
    )
    const left = Object.keys(row)
      .filter((name) => name.includes('–'))
      .map((way) => [way, String(seatsLeft(legs, segment(way)))])
    const { 'Booked before': _, ...promised } = row
    expect(Object.fromEntries(left)).toEqual(promised)
  })
})

describe('docs/domain/availability.md, seats for sale', () => {
  it.each(tableOf('domain/availability.md', 'Vehicle type'))(
    'type $Vehicle type, vehicle $Vehicle, sold $Sold',
    (row) => {
      const numberOf = (name: string) => (Number.isNaN(Number(row[name])) ? null : Number(row[name]))
      const seats = numberOf('Vehicle') ?? Number(row['Vehicle type'])
      const sale = { seats, limit: numberOf('At most'), overbooking: 0, peakLoad: Number(row['Sold']) }
      expect(String(seatsForSale(sale))).toBe(row['For sale'])
      expect(String(Math.max(0, sale.peakLoad - seats))).toBe(row['To be moved'])
    },
  )
})

describe('docs/domain/planning.md', () => {
  /** Degrees of latitude in 50 km. */
  const DEGREES = 50 / 111.2
  const places = ['A', 'B', 'C'].map((id, index) => ({ id, latitude: index * DEGREES, longitude: 0 }))
  const fleet = ['V1', 'V2', 'V3', 'V4'].map((id) => ({
    id,
    vehicleTypeId: 'coach',
    seats: 50,
    space: NO_SPACE,
    papersEndOn: null,
    turnaroundMin: 15,
    home: null,
    taken: [],
  }))
  const instant = (clock: string) => Date.parse(`2030-05-20T${clock}:00Z`)

  it.each(tableOf('domain/planning.md', 'Vehicles needed'))('$Journeys, empty runs: $Empty runs', (row) => {
    const jobs = [...(row['Journeys'] ?? '').matchAll(/(\S+) ([A-C])–([A-C]) (\d\d:\d\d)/g)].map(
      ([id, from = '', origin = '', destination = '', to = '']) => ({
        id,
        from: instant(from),
        to: instant(to),
        origin,
        destination,
        vehicleTypeId: 'coach',
        seatsTaken: 0,
        spaceTaken: NO_SPACE,
        capacity: 50,
        vehicleId: null,
        driverId: null,
        coDriverId: null,
        timezone: 'UTC',
      }),
    )
    const run = emptyRuns(places, row['Empty runs'] === 'yes')
    const { assigned } = finish(planVehicles(jobs, fleet, run, instant('00:00')))
    expect(String(mostAtOnce(jobs))).toBe(row['Under way at once'])
    expect(String(finish(fewestChains(jobs, fleet, run)).length)).toBe(row['Vehicles needed'])
    expect(String(new Set(assigned.values()).size)).toBe(row['Vehicles needed'])
  })
})

describe('docs/domain/suggestions.md', () => {
  /** Parses loads like `2 w1 l6`; `otherwise` has the numbers for missing letters. */
  const aboardOf = (text: string, otherwise: { child_seats: number; luggage_units: number }) => {
    const numberOf = (letter: string) => new RegExp(String.raw`\b${letter}(\d+)`).exec(text)?.[1]
    return {
      seats: Number.parseInt(text, 10),
      wheelchairs: Number(numberOf('w') ?? 0),
      child_seats: Number(numberOf('c') ?? otherwise.child_seats),
      luggage_units: Number(numberOf('l') ?? otherwise.luggage_units),
    }
  }
  const vehiclesOf = (text: string) =>
    text.split('; ').map((vehicle) => {
      const [, name = '', vehicleTypeId = '', has = '', km = ''] = /^(\w) (\w+) (.+) @(.+)$/.exec(vehicle) ?? []
      const { seats, ...space } = aboardOf(has, { child_seats: 4, luggage_units: 60 })
      return { name, vehicleTypeId, seats, space, distanceKm: km === '?' ? null : Number(km) }
    })
  const cases = tableOf('domain/suggestions.md', 'Shrinks')

  it('has a case for each type of question', () => {
    const kinds = new Set(cases.map((row) => row['Case']?.split(':')[0]))
    expect([...kinds]).toEqual(['Hire of 2', 'Group of 55', 'Fits', 'Shrinks', 'Accessible', 'Far away', 'Other depot'])
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })

  it.each(cases)('$Case', (row) => {
    const job = {
      vehicleTypeId: row['Planned'] ?? '',
      capacity: Number(row['On sale']),
      aboard: aboardOf(row['Taken'] ?? '', { child_seats: 0, luggage_units: 0 }),
    }
    const ranked = rankVehicles(job, vehiclesOf(row['Free vehicles'] ?? ''))
    expect(ranked.map(({ name }) => name).join(' ') || '–').toBe(row['Order'])
    const shrinking = ranked.flatMap((vehicle) => {
      const shrink = shrinkOf(vehicle, job)
      return shrink ? [`${vehicle.name} ${shrink.from} → ${shrink.to}, ${shrink.taken} sold`] : []
    })
    expect(shrinking.join('; ')).toBe(row['Shrinks'])
  })
})
