import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

let live: Client
let reseller: Client
let journey: Json

beforeAll(async () => {
  await desk.at('2030-05-17T04:00:00Z')
  const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const key = await program(partner)
  live = key.client
  reseller = api.client({ authorization: `Bearer ${key.secret}` })
  journey = await make(desk.admin, 'journeys')
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
})

beforeEach(async () => {
  await sql`create sequence attempts`.execute(api.db)
})
afterEach(async () => {
  await sql`drop trigger if exists fail_first on reservations`.execute(api.db)
  await sql`drop function if exists fail_first()`.execute(api.db)
  await sql`drop sequence attempts`.execute(api.db)
})

/** Lets the first writes of a reservation fail with this SQLSTATE. A sequence counts them, because it is never rolled back. */
async function failFirst(sqlstate: string, count: number): Promise<void> {
  await sql`
    create function fail_first() returns trigger language plpgsql as ${sql.raw(`$$
      begin
        if nextval('attempts') <= ${count} then raise exception 'conflict' using errcode = '${sqlstate}'; end if;
        return new;
      end $$`)}`.execute(api.db)
  await sql`create trigger fail_first before insert or update on reservations
    for each row execute function fail_first()`.execute(api.db)
}

const hold = async () => {
  const { body } = await live.post('/partner/trips/', {
    partner_reference: unique('RT-'),
    lead_name: 'Ana Ruiz',
    legs: [ride(journey)],
    passengers: adults(1),
  })
  return body
}
const reserve = async () => {
  const { rows: products } = await reseller.get('/octo/products')
  const product = products.find(({ id }) => String(id).startsWith(String(journey['route_id']))) ?? {}
  const asked = { productId: product['id'], optionId: 'DEFAULT' }
  const day = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }
  const { rows: slots } = await reseller.post('/octo/availability', { ...asked, ...day })
  const request = { ...asked, availabilityId: slots[0]?.['id'], unitItems: [{ unitId: 'adult' }] }
  return (await reseller.post('/octo/bookings', request)).body
}

interface Operation {
  /** Prepares the record, and returns the call. */
  prepare: () => Promise<() => Promise<{ status: number }>>
  /** Changes of the held and the confirmed seats by the call. */
  seats: [held: number, confirmed: number]
}

const OPERATIONS: Record<string, Operation> = {
  'the confirmation of a partner': {
    prepare: async () => {
      const trip = await hold()
      return () => live.post(`/partner/trips/${String(trip['id'])}/confirm/`, {}, { ifMatch: '*' })
    },
    seats: [-1, 1],
  },
  'the confirmation of a reseller': {
    prepare: async () => {
      const booking = await reserve()
      return () => reseller.post(`/octo/bookings/${String(booking['uuid'])}/confirm`, {})
    },
    seats: [-1, 1],
  },
  'a sale': { prepare: async () => () => desk.book(journey, 1), seats: [0, 1] },
  'a change': {
    prepare: async () => {
      const { body } = await desk.book(journey, 1)
      return () => desk.step(body, 'amend', { passengers: adults(2), reason: 'One more' })
    },
    seats: [0, 1],
  },
}

describe.each(Object.entries(OPERATIONS))('%s', (_, { prepare, seats }) => {
  it.each([
    ['deadlock', '40P01'],
    ['serialization failure', '40001'],
  ])('succeeds after a %s', async (__, sqlstate) => {
    const call = await prepare()
    const [before = []] = await desk.counters(journey)
    await failFirst(sqlstate, 2)
    const { status } = await call()
    expect([200, 201]).toContain(status)
    const [held, confirmed] = seats
    expect((await desk.counters(journey))[0]).toEqual([Number(before[0]) + held, Number(before[1]) + confirmed])
  })

  it('is answered as busy when every attempt fails', async () => {
    const call = await prepare()
    await failFirst('40P01', 1_000)
    expect(await call()).toMatchObject({ status: 503 })
  })
})
