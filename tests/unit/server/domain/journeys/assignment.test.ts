import { describe, expect, test } from 'vitest'
import { NO_SPACE } from '../../../../../server/domain/availability/space'
import { driverIssues, vehicleIssues, type PersonForJourney } from '../../../../../server/domain/journeys/assignment'

describe('a vehicle for a journey', () => {
  const space = { wheelchairs: 1, child_seats: 2, luggage_units: 8 }
  const bus = {
    registration_plate: 'KAB 123',
    status: 'available',
    seats: 8,
    space,
    inspection_expires_on: '2026-11-23',
    insurance_expires_on: null,
  } as const
  const end = { endsAt: '2026-11-23T21:30:00Z', timezone: 'Asia/Nicosia' }
  const taken = (seats: number) => ({ ...NO_SPACE, seats })
  const issuesOf = (...of: Parameters<typeof vehicleIssues>) =>
    vehicleIssues(...of).map(({ path, message }) => ({ path, message: String(message) }))

  test('fits when every passenger has a seat', () => {
    expect(issuesOf(bus, { ...space, seats: 8 }, end)).toEqual([])
  })

  test('is refused with the number of passengers without a seat', () => {
    expect(issuesOf(bus, taken(12), end)).toEqual([
      { path: 'vehicle_id', message: expect.stringContaining('4 passengers do not fit') as string },
    ])
  })

  test('is refused from the day after its inspection or insurance ends, on the local calendar', () => {
    const later = { ...end, endsAt: '2026-11-23T22:30:00Z' }
    expect(issuesOf(bus, taken(4), end)).toEqual([])
    expect(issuesOf(bus, taken(4), later)).toMatchObject([{ message: expect.stringContaining('inspection') as string }])
    const uninsured = { ...bus, inspection_expires_on: null, insurance_expires_on: '2026-11-22' }
    expect(issuesOf(uninsured, taken(4), end)).toMatchObject([{ path: 'vehicle_id' }])
  })

  test.each([
    ['wheelchairs', 4, '1 wheelchair places and 4'],
    ['child_seats', 3, '2 child seats and 3'],
    ['luggage_units', 9, '8 places for luggage and 9'],
  ] as const)('is refused with too few %s', (kind, needed, words) => {
    expect(issuesOf(bus, { ...taken(4), [kind]: needed }, end)).toEqual([
      { path: 'vehicle_id', message: expect.stringContaining(words) as string },
    ])
  })

  test.each(['out_of_service', 'retired'] as const)('is refused when %s', (status) => {
    expect(issuesOf({ ...bus, status }, taken(0), end)).toHaveLength(1)
  })
})

describe('a driver for a journey', () => {
  const maria: PersonForJourney = {
    first_name: 'Maria',
    last_name: 'Georgiou',
    status: 'active',
    roles: ['driver'],
    licence_categories: ['D'],
    licence_expires_on: '2026-11-23',
    medical_expires_on: null,
  }
  const drive = { licenceCategories: ['D1', 'D'], endsAt: '2026-11-23T21:30:00Z', timezone: 'Asia/Nicosia' }
  const messages = (change: Partial<PersonForJourney>, job = drive) =>
    driverIssues('driver_id', { ...maria, ...change }, job).map((issue) => String(issue.message))

  test('fits with one of the licences, up to the last day of its validity on the local calendar', () => {
    expect(messages({})).toEqual([])
    expect(messages({}, { ...drive, endsAt: '2026-11-23T22:30:00Z' })).toEqual([expect.stringContaining('2026-11-23')])
    expect(messages({ licence_expires_on: null })).toEqual([])
    expect(messages({ medical_expires_on: '2026-11-22' })).toEqual([expect.stringContaining('medical')])
  })

  test.each([
    ['suspended', { status: 'suspended' }, 'is suspended'],
    ['gone', { status: 'left' }, 'has left'],
    ['no driver', { roles: ['guide'] }, 'is not a driver'],
    ['without the licence', { licence_categories: ['B'] }, 'category D1 or D'],
  ] as const)('is refused when %s', (_, change, reason) => {
    expect(messages({ ...change } as Partial<PersonForJourney>)).toEqual([expect.stringContaining(reason)])
  })

  test('needs no licence when the vehicle requires none', () => {
    expect(messages({ licence_categories: [] }, { ...drive, licenceCategories: [] })).toEqual([])
  })
})
