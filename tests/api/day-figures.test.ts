import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../contract/operations/dashboard'
import { foldFigures } from '../../server/features/dashboard/repository'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const booking = useBooking(api)

const FIGURES = sql`bookings, seats, revenue_minor, cancellations, departures, capacity, load`

/** Returns the stored and pending figures of days, without rows of zeros. */
async function remaining(): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select station_id, dimension, day, member, currency, sum(bookings) as bookings, sum(seats) as seats,
        sum(revenue_minor) as revenue_minor, sum(cancellations) as cancellations, sum(departures) as departures,
        sum(capacity) as capacity, sum(load) as load
      from (
        select station_id, dimension, day, member, currency, ${FIGURES} from day_figures where days = 1
        union all select * from figures_pending
      ) f group by 1, 2, 3, 4, 5
    ) f where (${FIGURES}) <> (0, 0, 0, 0, 0, 0, 0) order by 1, 2, 3, 4, 5`.execute(api.db)
  return rows
}

/** Returns spans of days with figures that differ from the sums of their days. */
async function wrongSpans(): Promise<unknown[]> {
  const sums = (source: ReturnType<typeof sql>) => sql`
    select days, station_id, dimension, day, member, currency, sum(bookings), sum(seats), sum(revenue_minor),
      sum(cancellations), sum(departures), sum(capacity), sum(load)
    from ${source} group by 1, 2, 3, 4, 5, 6`
  const remaining = sql`day_figures where days > 1`
  const added = sql`(select s.days, s.first_day as day, f.station_id, f.dimension, f.member, f.currency, ${FIGURES}
    from day_figures f cross join lateral figure_spans(f.dimension, f.day) s where f.days = 1 and s.days > 1) of_days`
  const { rows } = await sql`
    (${sums(remaining)} except ${sums(added)}) union all (${sums(added)} except ${sums(remaining)})`.execute(api.db)
  return rows
}

/** Returns the figures recomputed from the records. */
async function recomputed(): Promise<unknown[]> {
  await sql`select rebuild_figures()`.execute(api.db)
  return remaining()
}

const figuresOf = async (query = '') =>
  ((await booking.admin.get(`/dashboard${query}`)).body as unknown as Dashboard).figures

describe('the daily figures', () => {
  it('equal the records after any sequence of operations', async () => {
    const type = (await make(booking.admin, 'vehicle-types', { seats: 9 }))['id']
    const route = (await make(booking.admin, 'routes'))['id']
    await make(booking.admin, 'fares', { route_id: route, amount_minor: 1250 })
    const partner = (await make(booking.admin, 'partners', { status: 'active' }))['id']
    const journey = (departure_time: string) =>
      make(booking.admin, 'journeys', { route_id: route, vehicle_type_id: type, departure_time })
    const journeys = [await journey('08:30:00'), await journey('09:30:00'), await journey('10:30:00')]
    const steps = fc.record({
      what: fc.constantFrom('book', 'hold', 'hire', 'confirm', 'cancel', 'move', 'amend', 'fold', 'close', 'zone'),
      which: fc.nat(30),
      where: fc.nat(2),
      seats: fc.integer({ min: 1, max: 3 }),
    })
    const made: Json[] = []
    const play = async ({
      what,
      which,
      where,
      seats,
    }: {
      what: string
      which: number
      where: number
      seats: number
    }) => {
      const target = journeys[where] ?? {}
      const one = made[which % Math.max(1, made.length)]
      const legs = [ride(target, 1, 2 + (which % 2))]
      switch (what) {
        case 'book':
          return booking.book(target, seats, { legs, channel: which % 2 ? 'web' : 'phone' })
        case 'hold':
          return booking.book(target, seats, { status: 'on_hold', channel: 'partner', partner_id: partner })
        case 'fold':
          return foldFigures(api.db)
        case 'close':
          return booking.admin.patch(`/journeys/${String(target['id'])}`, { capacity: 5 + seats }, { ifMatch: '*' })
        case 'zone':
          return booking.admin.patch(
            '/company',
            { timezone: which % 2 ? 'Pacific/Auckland' : 'America/Los_Angeles' },
            { ifMatch: '*' },
          )
        default:
          if (!one) return
      }
      if (what === 'amend') return booking.change(one, { passengers: adults(seats) })
      if (what === 'move') return booking.change(one, { legs })
      if (what === 'confirm') return booking.step(one, 'confirm')
      return booking.step(one, 'cancel', { reason: 'customer_request' })
    }
    let outcomes = 0
    // Without these bookings a plan might find little to change.
    for (const what of ['book', 'hold'])
      for (const where of [0, 1, 2]) made.push((await play({ what, which: where, where, seats: 1 }))?.body ?? {})
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 14 }), async (plan) => {
        for (const step of plan) {
          const answer = await play(step)
          if (!answer) continue
          if (answer.status < 300) outcomes += 1
          if (answer.status === 201) made.push(answer.body)
        }
        const actual = await remaining()
        expect(await wrongSpans()).toEqual([])
        expect(actual).toEqual(await recomputed())
      }),
      { numRuns: 8 },
    )
    expect(outcomes).toBeGreaterThan(20)
    expect(made.length).toBeGreaterThan(5)
  })

  it('are the same before and after they are folded', async () => {
    const journey = await make(booking.admin, 'journeys')
    await booking.book(journey, 2)
    const before = await remaining()
    await foldFigures(api.db)
    const { rows } = await sql`select * from figure_deltas`.execute(api.db)
    expect(rows).toEqual([])
    expect(await remaining()).toEqual(before)
  })

  it('count a booking on its day of creation, and a cancellation on its own day', async () => {
    const day = '2030-05-18'
    await booking.admin.patch('/company', { timezone: 'Asia/Nicosia' }, { ifMatch: '*' })
    const type = (await make(booking.admin, 'vehicle-types', { seats: 20 }))['id']
    const journey = await make(booking.admin, 'journeys', { service_date: day, vehicle_type_id: type })
    await make(booking.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    await booking.at(`${day}T04:00:00Z`)
    const [remaining, gone] = [await booking.book(journey, 3, { channel: 'web' }), await booking.book(journey, 1)]
    await sql`update reservations set created_at = ${`${day}T03:00:00Z`}
      where id in (${String(remaining.body['id'])}, ${String(gone.body['id'])})`.execute(api.db)
    await booking.step(gone.body, 'cancel', { reason: 'customer_request', waive_fee: true })
    const today = await figuresOf(`?station_id=${String(journey['origin_station_id'])}`)
    const sold = { bookings: 2, seats: 3, cancellations: 1, departures: 1, capacity: 20, load: 3 }
    expect(today?.now).toEqual({ ...sold, revenue: [{ currency: 'EUR', amount_minor: 3000 }] })
    expect(today?.by_day).toEqual([{ day, ...today?.now }])
    expect(today?.by_route).toMatchObject([{ id: journey['route_id'], ...sold }])
    expect(today?.by_channel.map(({ channel, bookings }) => [channel, bookings]).toSorted()).toEqual([
      ['back_office', 1],
      ['web', 1],
    ])
    await booking.at('2030-05-25T04:00:00Z')
    const later = await figuresOf(`?station_id=${String(journey['origin_station_id'])}`)
    expect([later?.now.bookings, later?.before, later?.before_from]).toEqual([0, today?.now, day])
    const week = await figuresOf('?range=7d')
    expect([week?.from, week?.to, week?.before_from, week?.before_to, week?.by_day.length]).toEqual([
      '2030-05-19',
      '2030-05-25',
      '2030-05-12',
      '2030-05-18',
      7,
    ])
  })

  it('exclude holds that were never confirmed, and mock trips of partners', async () => {
    const journey = await make(booking.admin, 'journeys')
    const { body } = await booking.book(journey, 1, { status: 'on_hold' })
    await booking.step(body, 'cancel', { reason: 'customer_request' })
    const test = await booking.book(journey, 1)
    await sql`update reservations set environment = 'test' where id = ${String(test.body['id'])}`.execute(api.db)
    const { rows } = await sql`select * from figures_pending where station_id = ${String(journey['origin_station_id'])}
      and (bookings <> 0 or cancellations <> 0)`.execute(api.db)
    expect(rows).toEqual([])
  })
})
