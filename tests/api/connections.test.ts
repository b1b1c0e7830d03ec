import { describe, expect, it } from 'vitest'
import { useApi, type Answer, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { connected, departure, type Connected } from '../support/connected'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

const search = async ({ origin, destination }: Pick<Connected, 'origin' | 'destination'>, more = 'adult=1') => {
  const { rows } = await desk.admin.get(
    `/connections?origin=${origin}&destination=${destination}&date=2030-05-20&${more}`,
  )
  return rows
}
const legsOf = (connection: Json | undefined): Json[] =>
  ((connection?.['legs'] ?? []) as Json[]).map(({ journey_id, board_seq, alight_seq }) => ({
    journey_id,
    board_seq,
    alight_seq,
  }))
const change = (resource: string, record: Json | string, body: Json): Promise<Answer> =>
  desk.admin.patch(`/${resource}/${typeof record === 'string' ? record : String(record['id'])}`, body, { ifMatch: '*' })

describe('GET /api/connections', () => {
  it('returns the legs, where and how long passengers change, the seats left on all legs and the total price', async () => {
    const way = await connected(desk.admin, { first: { capacity: 8 }, second: { capacity: 3 } })
    const [connection, ...others] = await search(way, 'adult=1&child=1')
    expect(others).toEqual([])
    expect(connection).toMatchObject({
      legs: [
        {
          journey_id: way.first['id'],
          board_name: { en: 'Larnaca' },
          departs_at: '2030-05-20T05:30:00Z',
          seats_left: 8,
        },
        {
          journey_id: way.second['id'],
          alight_name: { en: 'Kyrenia' },
          arrives_at: '2030-05-20T06:45:00Z',
          seats_left: 3,
        },
      ],
      changes: [{ station_id: way.change, name: { en: 'Nicosia' }, minutes: 15 }],
      seats_left: 3,
      seats_needed: 2,
      total_minor: 3400,
      currency: 'EUR',
    })
    // A direct trip is no connection, and neither is the second coach alone.
    expect(await search({ origin: way.origin, destination: way.change })).toEqual([])
    expect(
      (await desk.admin.get(`/connections?origin=${way.origin}&destination=${way.origin}&date=2030-05-20&adult=1`))
        .status,
    ).toBe(422)
  })

  it('respects the transfer time of a station, and changes between its platforms', async () => {
    const way = await connected(desk.admin)
    await change('stations', way.change, { connection_min: 16 })
    expect(await search(way)).toEqual([])
    await change('stations', way.change, { connection_min: 15 })
    expect(await search(way)).toHaveLength(1)
    expect((await change('stations', way.change, { connection_min: 241 })).body).toMatchObject({
      errors: [{ pointer: '/connection_min' }],
    })
    const other = await connected(desk.admin)
    const above = await make(desk.admin, 'stations', { name: { en: 'Solomou Square' }, connection_min: 15 })
    const mixed = { origin: way.origin, destination: other.destination }
    expect(await search(mixed)).toEqual([])
    for (const platform of [way.change, other.change])
      await change('stations', platform, { parent_station_id: above['id'], connection_min: 60 })
    expect((await search(mixed)).map((connection) => connection['changes'])).toEqual([
      [{ station_id: above['id'], name: { en: 'Solomou Square' }, minutes: 15 }],
    ])
    await change('stations', above, { connection_min: 16 })
    expect(await search(mixed)).toEqual([])
  })

  it('uses the delayed times of a coach, and does not rely on one that would have to wait', async () => {
    const way = await connected(desk.admin)
    await change('journeys', way.second, { delay_min: 30 })
    expect((await search(way))[0]?.['changes']).toMatchObject([{ minutes: 45 }])
    await change('journeys', way.first, { delay_min: 6 })
    expect(await search(way)).toEqual([])
  })

  it('avoids journeys that are full, allotted, closed or no longer sold', async () => {
    const way = await connected(desk.admin, { second: { capacity: 2 } })
    const later = await departure(desk.admin, way.second['route_id'], { departure_time: '11:00:00', capacity: 9 })
    const onward = async (more?: string) => (await search(way, more)).map((found) => legsOf(found)[1]?.['journey_id'])
    expect(await onward()).toEqual([way.second['id']])
    expect(await onward('adult=3')).toEqual([later['id']])
    await make(desk.admin, 'allotments', { journey_id: way.second['id'], seats: 2, release_hours_before: 0 })
    expect(await onward()).toEqual([later['id']])
    await change('journeys', later, { sales_status: 'on_request' })
    expect(await onward()).toEqual([])
    await change('journeys', later, { sales_status: 'open' })
    await change('routes', String(way.first['route_id']), {
      booking_rule: {
        booking_type: 'same_day',
        prior_notice_min: 60,
        prior_notice_max_days: null,
        message: null,
        phone: null,
      },
    })
    await desk.at('2030-05-20T05:00:00Z')
    expect(await onward()).toEqual([later['id']])
    const agent = await api.as('agent')
    const asked = `/connections?origin=${way.origin}&destination=${way.destination}&date=2030-05-20&adult=1`
    expect((await agent.get(asked)).rows).toEqual([])
  })
})

describe('a connection in a sale', () => {
  it('is held as one reservation at the quoted price', async () => {
    const way = await connected(desk.admin)
    await make(desk.admin, 'pricing-rules', { route_ids: [way.second['route_id']], percent_bp: 1_000 })
    const [connection] = await search(way, 'adult=2')
    expect(connection?.['total_minor']).toBe(3540)
    const { body: held } = await desk.book(way.first, 2, { legs: legsOf(connection), status: 'on_hold' })
    expect(held).toMatchObject({ status: 'on_hold', total_minor: 3540, origin_station_id: way.origin })
    expect(held).toMatchObject({ destination_station_id: way.destination })
    expect([await desk.counters(way.first), await desk.counters(way.second)]).toEqual([[[2, 0]], [[2, 0]]])
    await desk.step(held, 'cancel', { reason: 'Other day' })
    expect([await desk.counters(way.first), await desk.counters(way.second)]).toEqual([[[0, 0]], [[0, 0]]])
  })

  it('gets the seats of all legs or of none, also in simultaneous requests', async () => {
    const way = await connected(desk.admin, { first: { capacity: 6 }, second: { capacity: 3 } })
    const earlier = await departure(desk.admin, way.first['route_id'], { departure_time: '07:30:00', capacity: 2 })
    const legs = legsOf((await search(way))[0])
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const wanted = index % 2 === 0 ? legs : [{ ...legs[0], journey_id: earlier['id'] }, ...legs.slice(1)]
        return desk.book(way.first, 1, { legs: wanted, status: 'on_hold' })
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ body }) => body['code'] === 'sold_out')).toHaveLength(9)
    const [first, before, second] = [
      await desk.counters(way.first),
      await desk.counters(earlier),
      await desk.counters(way.second),
    ]
    expect(second).toEqual([[3, 0]])
    expect(Number(first[0]?.[0]) + Number(before[0]?.[0])).toBe(3)
  })
})
