import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ENTITIES } from '../../../../contract/entities'
import type { Resource } from '../../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../../contract/core/languages'
import { buildWorld } from '../../../../server/demo/world/build-world'
import type { FullRow, World, WorldTable } from '../../../../server/demo/world/rows'
import { NO_SPACE } from '../../../../server/domain/availability/space'
import { driverIssues, vehicleIssues } from '../../../../server/domain/journeys/assignment'
import { ACTIVE, SEATED } from '../../../../server/domain/reservations/status'

const DAY_MS = 86_400_000
const ms = (instant: string) => Date.parse(instant)
const by = <T, K>(rows: readonly T[], key: (row: T) => K) => new Map(rows.map((row) => [key(row), row]))

function group<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

/** The table of each resource, and its fields from other tables. */
const TABLES: Partial<Record<Resource, [table: WorldTable, ...elsewhere: string[]]>> = {
  stations: ['stations'],
  vehicles: ['vehicles'],
  'vehicle-types': ['vehicle_types'],
  routes: ['routes', 'stops'],
  staff: ['staff'],
  customers: ['customers'],
  journeys: ['journeys'],
  reservations: ['reservations', 'legs', 'passengers'],
  seasons: ['seasons'],
  'pricing-rules': ['pricing_rules'],
  addons: ['addons'],
  users: ['users'],
  partners: ['partners'],
  fares: ['fares'],
  'hire-tariffs': ['hire_tariffs'],
  'vehicle-downtimes': ['vehicle_downtimes'],
  'staff-absences': ['staff_absences'],
  shifts: ['shifts'],
  allotments: ['allotments'],
  tills: ['tills'],
}

/** Returns the parts of a record that its rules need from other tables. */
function partsOf(world: World, resource: Resource): (id: string) => object {
  const ordered = <T extends { seq?: number; position?: number }>(rows: T[] = []) =>
    rows.toSorted((a, b) => (a.seq ?? a.position ?? 0) - (b.seq ?? b.position ?? 0))
  if (resource === 'routes') {
    const stops = group(world.route_stops, (row) => row.route_id)
    return (id) => ({ stops: ordered(stops.get(id)) })
  }
  if (resource !== 'reservations') return () => ({})
  const legs = group(world.reservation_legs, (row) => row.reservation_id)
  const passengers = group(world.reservation_passengers, (row) => row.reservation_id)
  return (id) => ({ legs: ordered(legs.get(id)), passengers: ordered(passengers.get(id)) })
}

/** Returns the violations of the contract by any record. */
function complaints(world: World): string[] {
  return Object.entries(TABLES).flatMap(([resource, [table, ...elsewhere]]) => {
    const entity = ENTITIES[resource as Resource]
    const shape = Object.fromEntries(Object.entries(entity.writable).filter(([name]) => !elsewhere.includes(name)))
    const schema = z.object(shape)
    const parts = partsOf(world, resource as Resource)
    return world[table].flatMap((row) => {
      const { id } = row as { id: string }
      const parsed = schema.safeParse(row)
      if (!parsed.success) return [`${table} ${id}: ${parsed.error.message}`]
      return (entity.check?.({ ...parsed.data, ...parts(id) }) ?? []).map(
        (issue) => `${table} ${id}: ${issue.path} ${String(issue.message)}`,
      )
    })
  })
}

const noon = new Date('2026-11-21T11:40:00Z')
const WORLDS = [
  ['on a Saturday at noon', noon],
  ['five past midnight in summer', new Date('2026-07-14T22:05:00Z')],
  ['the evening before the clock changes', new Date('2026-03-28T18:20:00Z')],
] as const
const worlds = new Map<Date, World>(WORLDS.map(([, now]) => [now, buildWorld(now)]))
const worldAt = (now: Date): World => worlds.get(now) ?? buildWorld(now)

describe('the demo company', () => {
  it('is the same for the same instant', () => {
    // Compared as text, because a comparison by value takes longer than building the worlds.
    expect(JSON.stringify(buildWorld(noon)) === JSON.stringify(worldAt(noon))).toBe(true)
  })

  it('keeps its network, its fleet and its people from day to day', () => {
    const [first, ...others] = [...worlds.values()]
    for (const table of ['stations', 'routes', 'vehicles', 'staff', 'customers'] as const)
      for (const other of others) expect(other[table].map((row) => row.id)).toEqual(first?.[table].map((row) => row.id))
  })

  it('has data of one past week and three future weeks', () => {
    const days = worldAt(noon).journeys.map((row) => row.service_date)
    expect([days[0], days.at(-1)]).toEqual(['2026-11-14', '2026-12-12'])
  })
})

describe.each(WORLDS)('the demo company, %s', (_, now) => {
  const world = worldAt(now)
  const journeys = by(world.journeys, (row) => row.id)
  const sold = world.reservations as FullRow<'reservations'>[]
  const reservations = by(sold, (row) => row.id)
  const past = (instant: string) => ms(instant) <= now.getTime()

  it('has the promised number of each record', () => {
    expect(world.stations.length).toBeGreaterThanOrEqual(24)
    expect(world.vehicle_types).toHaveLength(6)
    expect(world.vehicles).toHaveLength(28)
    expect(world.routes).toHaveLength(10)
    expect(world.staff).toHaveLength(40)
    expect(world.customers).toHaveLength(400)
    expect(world.seasons).toHaveLength(4)
    expect(world.addons).toHaveLength(8)
    expect(world.pricing_rules).toHaveLength(10)
    expect(world.partners.map((row) => row.status).sort()).toEqual(['active', 'active', 'active', 'draft'])
    expect(world.reservations.length).toBeGreaterThan(2_200)
    expect(world.reservations.length).toBeLessThan(2_900)
    expect(world.reservations.filter((row) => row.kind === 'private_hire').length).toBeGreaterThan(35)
    for (const [day, rows] of group(world.journeys, (row) => row.service_date))
      expect([day, rows.length >= 60 && rows.length <= 90]).toEqual([day, true])
  })

  it('satisfies every rule of the contract', () => {
    expect(complaints(world)).toEqual([])
  })

  it('has its names in five languages', () => {
    const texts = [
      world.stations,
      world.routes,
      world.vehicle_types,
      world.seasons,
      world.addons,
      world.pricing_rules,
    ].flatMap((rows) => rows.map((row) => row.name))
    for (const text of texts) expect(Object.keys(text).sort()).toEqual([...LANGUAGES].sort())
    for (const text of texts) expect(text['ae']).toMatch(/\p{Script=Arabic}/u)
  })

  it('has only email addresses that do not exist', () => {
    const emails = [
      ...[...world.customers, ...world.staff, ...world.users, ...world.partner_members].map((row) => row.email),
      ...world.partner_invitations.map((row) => row.email),
      ...world.partners.map((row) => row.contact_email),
      ...sold.map((row) => row.lead_email),
    ]
    for (const email of emails) expect(email ?? 'a@example.com').toMatch(/[@.]example\.(com|net|org)$/)
  })

  it('has a separate phone number for each customer, except for three duplicates', () => {
    const phones = group(
      world.customers.filter((row) => row.phone !== null),
      (row) => row.phone ?? '',
    )
    const shared = [...phones.values()].filter((rows) => rows.length > 1)
    expect(shared).toHaveLength(3)
    for (const [first, second, ...more] of shared) {
      expect([second?.first_name, second?.last_name]).toEqual([first?.first_name, first?.last_name])
      expect([second?.email, second?.merged_into_id, more]).toEqual([null, null, []])
    }
  })

  it('counts on each leg what the reservations contain, within the capacity', () => {
    const counts = new Map<string, { confirmed: number; held: number }>()
    for (const { reservation_id, journey_id, board_seq, alight_seq } of world.reservation_legs) {
      const { status = 'confirmed', seats = 0 } = reservations.get(reservation_id) ?? {}
      for (let leg = board_seq; leg < alight_seq; leg += 1) {
        const count = counts.get(`${journey_id} ${leg}`) ?? { confirmed: 0, held: 0 }
        if (SEATED.includes(status)) count.confirmed += seats
        if (status === 'on_hold') count.held += seats
        counts.set(`${journey_id} ${leg}`, count)
      }
    }
    for (const { journey_id, leg_seq, confirmed = 0, held = 0, capacity } of world.journey_legs) {
      expect({ confirmed, held }).toEqual(counts.get(`${journey_id} ${leg_seq}`) ?? { confirmed: 0, held: 0 })
      expect(confirmed + held).toBeLessThanOrEqual(capacity)
    }
    const legs = group(world.journey_legs, (row) => row.journey_id)
    for (const { id, peak_load } of world.journeys)
      expect(peak_load).toBe(Math.max(...(legs.get(id) ?? []).map((leg) => (leg.confirmed ?? 0) + (leg.held ?? 0))))
  })

  it('has no person and no vehicle in two places at once', () => {
    const busy = world.resource_allocations.filter((row) => row.state !== 'released')
    for (const rows of group(busy, (row) => row.resource_id).values()) {
      const inOrder = rows.toSorted((a, b) => ms(a.busy_from) - ms(b.busy_from))
      for (const [index, { busy_from }] of inOrder.entries()) {
        const before = inOrder[index - 1]
        if (before) expect(ms(before.busy_to ?? '9999-12-31')).toBeLessThanOrEqual(ms(busy_from))
      }
    }
  })

  it('assigns only vehicles and drivers that are allowed to run', () => {
    const vehicles = by(world.vehicles, (row) => row.id)
    const types = by(world.vehicle_types, (row) => row.id)
    const people = by(world.staff, (row) => row.id)
    for (const journey of world.journeys) {
      const vehicle = vehicles.get(journey.vehicle_id ?? '')
      const type = types.get(journey.vehicle_type_id)
      if (journey.vehicle_id !== null) {
        expect(vehicle?.status).toBe('available')
        expect(vehicle?.vehicle_type_id).toBe(journey.vehicle_type_id)
        expect(journey.capacity).toBeLessThanOrEqual(vehicle?.seats_override ?? type?.seats ?? 0)
        const empty = { ...(vehicle as FullRow<'vehicles'>), seats: 0, space: NO_SPACE }
        const end = { endsAt: journey.arrives_at, timezone: journey.timezone }
        if (!past(journey.arrives_at)) expect(vehicleIssues(empty, { ...NO_SPACE, seats: 0 }, end)).toEqual([])
      }
      const driver = people.get(journey.driver_id ?? '')
      if (!driver || past(journey.arrives_at)) continue
      const drive = {
        licenceCategories: type?.required_licence_categories ?? [],
        endsAt: journey.arrives_at,
        timezone: journey.timezone,
      }
      expect(driverIssues('driver_id', driver as Parameters<typeof driverIssues>[1], drive)).toEqual([])
    }
  })

  it('lacks drivers on a few journeys of the next day only, and has no plan after two weeks', () => {
    const soon = now.getTime() + DAY_MS
    const planned = world.journeys.filter(
      (row) => row.driver_id === null && ms(row.departs_at) < now.getTime() + 12 * DAY_MS,
    )
    expect(planned.length).toBeGreaterThanOrEqual(3)
    expect(planned.length).toBeLessThanOrEqual(8)
    for (const { departs_at } of planned) {
      expect(ms(departs_at)).toBeGreaterThan(now.getTime())
      expect(ms(departs_at)).toBeLessThan(soon)
    }
  })

  it('follows the clock', () => {
    for (const { departs_at, arrives_at, service_status, delay_min, cancel_reason } of world.journeys) {
      const late = (delay_min ?? 0) * 60_000
      const [start, end] = [ms(departs_at) + late, ms(arrives_at) + late]
      expect(ms(arrives_at)).toBeGreaterThan(ms(departs_at))
      if (service_status === 'cancelled') expect(cancel_reason).not.toBeNull()
      else if (end <= now.getTime()) expect(service_status).toBe('completed')
      else if (start <= now.getTime()) expect(service_status).toBe('in_progress')
      else expect(['boarding', 'scheduled', 'draft']).toContain(service_status)
    }
    expect(world.journeys.filter((row) => row.service_status === 'cancelled')).toHaveLength(1)
  })

  it('calls in order, and has no actual time in the future', () => {
    for (const [journeyId, rows] of group(world.journey_calls, (row) => row.journey_id)) {
      const calls = rows.toSorted((a, b) => a.seq - b.seq)
      expect(calls.map((call) => call.seq)).toEqual(calls.map((_call, index) => index + 1))
      expect(calls[0]?.planned_depart).toBe(journeys.get(journeyId)?.departs_at)
      expect(calls.at(-1)?.planned_arrive).toBe(journeys.get(journeyId)?.arrives_at)
      const times = calls.flatMap((call) => [ms(call.planned_arrive), ms(call.planned_depart)])
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const isOver = journeys.get(journeyId)?.service_status === 'completed'
      for (const { actual_arrive, actual_depart } of calls)
        for (const actual of [actual_arrive, actual_depart])
          if (actual) expect(isOver ? ms(actual) - 60_000 : ms(actual)).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('has prices that add up, and the paid amounts', () => {
    for (const { price_lines = [], total_minor, paid_minor, payment_status, status } of sold) {
      expect(price_lines.reduce((sum, line) => sum + line.amount_minor, 0)).toBe(total_minor)
      for (const line of price_lines) expect(line.amount_minor).toBe(line.quantity * line.unit_minor)
      if (payment_status === 'paid') expect(paid_minor).toBe(total_minor)
      if (!SEATED.includes(status)) expect(payment_status).not.toBe('paid')
    }
  })

  it('has reservations that match their dates', () => {
    for (const row of sold) {
      const { status, travel_at, hold_expires_at, created_at, updated_at } = row
      expect(past(created_at)).toBe(true)
      expect(past(updated_at)).toBe(true)
      expect(ms(updated_at)).toBeGreaterThanOrEqual(ms(created_at))
      expect(ms(travel_at ?? '')).toBeGreaterThan(ms(created_at))
      if (status === 'on_hold') expect(past(hold_expires_at ?? '')).toBe(false)
      if (['completed', 'boarded', 'no_show'].includes(status)) expect(past(travel_at ?? '')).toBe(true)
      if (['on_hold', 'pending'].includes(status)) expect(past(travel_at ?? '')).toBe(false)
    }
    const statuses = new Set(sold.map((row) => row.status))
    for (const status of ['on_hold', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired'] as const)
      expect(statuses).toContain(status)
  })

  it('has no passenger on the cancelled journey', () => {
    const cancelled = world.journeys.find((row) => row.service_status === 'cancelled')?.id
    const left = world.reservation_legs
      .filter((leg) => leg.journey_id === cancelled)
      .filter((leg) => ACTIVE.includes(reservations.get(leg.reservation_id)?.status ?? 'confirmed'))
    expect(left).toEqual([])
  })

  it('sells each ticket and each reference once', () => {
    const unique = (values: (string | null)[]) => new Set(values.filter((value) => value !== null)).size
    const tickets = world.reservation_passengers.map((row) => row.ticket_code ?? null)
    expect(unique(tickets)).toBe(tickets.filter((ticket) => ticket !== null).length)
    expect(unique(sold.map((row) => row.reference))).toBe(world.reservations.length)
  })
})
