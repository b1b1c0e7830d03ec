import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { makeReturnTrip } from '../support/returns'

/*
 * Explains a price change in a dry run: docs/domain/pricing.md, "Changes after the sale", 14. Each direction costs 4000,
 * a return 10 % less; outbound on 20 May at 05:30 UTC, return on 22 May. Ten hours before departure, half is retained.
 */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

const EARLY = '2030-05-17T04:00:00Z'
const TEN_HOURS = '2030-05-19T19:30:00Z'
const NOTHING_ELSE = { fees: [], discount_lost_minor: 0, ceiling_minor: 0 }

let out: Json
let back: Json
beforeEach(async () => {
  await desk.at(EARLY)
  ;({ out, back } = await makeReturnTrip(desk.admin))
})

const outbound = () => ({ ...ride(out), direction: 'outbound' })
const inbound = () => ({ ...ride(back), direction: 'return' })
const adultsOn = (leg: Json, counts: [before: number, after: number], paid: [before: number, after: number]) => ({
  kind: 'seat',
  category: 'adult',
  addon_id: null,
  label: null,
  leg,
  count_before: counts[0],
  count_after: counts[1],
  paid_before_minor: paid[0],
  paid_after_minor: paid[1],
})
const half = (leg: Json | null, base_minor: number) => ({
  leg,
  hours_before: 24,
  percent_bp: 5000,
  base_minor,
  fee_minor: base_minor / 2,
})
const tryStep = async (made: Json, verb: string, body: Json) =>
  (await desk.step(made, verb, { reason: 'Other plans', simulate: true, ...body })).body

/** Returns the explanation of a dry run, and checks that the same step charges the explained price. */
async function explained(made: Json, verb: string, body: Json): Promise<unknown> {
  const trial = await tryStep(made, verb, body)
  const change = trial['price_change'] as Json
  const done = (await desk.step(made, verb, { reason: 'Other plans', ...body })).body
  const isCancelled = done['status'] === 'cancelled'
  expect(change['before_minor']).toBe(made['total_minor'])
  expect(change['after_minor']).toBe(done[isCancelled ? 'cancellation_fee_minor' : 'total_minor'])
  expect(done).not.toHaveProperty('price_change')
  return change
}

describe('the dry run of a change', () => {
  it('contains the passengers that are removed, and the fee of their leg', async () => {
    const made = (await desk.book(out, 2)).body
    await desk.at(TEN_HOURS)
    expect(await explained(made, 'cancel-passengers', { positions: [1] })).toEqual({
      before_minor: 8000,
      after_minor: 6000,
      units: [adultsOn(outbound(), [2, 1], [8000, 4000])],
      fees: [half(outbound(), 4000)],
      discount_lost_minor: 0,
      ceiling_minor: 0,
    })
  })

  it('contains the discount that the rest loses', async () => {
    const made = (await desk.book(out, 1, { legs: [ride(out), inbound()] })).body
    expect(await explained(made, 'cancel-direction', { direction: 'return' })).toEqual({
      ...NOTHING_ELSE,
      before_minor: 7200,
      after_minor: 4000,
      units: [adultsOn(inbound(), [1, 0], [3600, 0])],
      discount_lost_minor: 400,
    })
  })

  it('contains the costs of another departure, and nothing when the price is the same', async () => {
    const later = await make(desk.admin, 'journeys', { route_id: out['route_id'], departure_time: '12:00:00' })
    const made = (await desk.book(out, 1)).body
    const to = { from_journey_id: out['id'], to_journey_id: later['id'] }
    expect(await tryStep(made, 'move', to)).toMatchObject({
      price_change: { ...NOTHING_ELSE, before_minor: 4000, after_minor: 4000, units: [] },
    })
    await api.db.updateTable('fares').set({ amount_minor: 5000 }).execute()
    expect(await explained(made, 'move', to)).toEqual({
      ...NOTHING_ELSE,
      before_minor: 4000,
      after_minor: 5000,
      units: [adultsOn({ ...ride(later), direction: 'outbound' }, [1, 1], [4000, 5000])],
    })
  })

  it('contains the add-ons that are added or removed', async () => {
    const addon = await make(desk.admin, 'addons', { pricing: 'per_passenger', amount_minor: 500, refundable: false })
    const addons = [{ addon_id: addon['id'], quantity: 1 }]
    const made = (await desk.book(out, 1, { addons })).body
    const added = { addon_id: addon['id'], label: addon['name'], kind: 'addon', category: null, leg: outbound() }
    expect(await explained(made, 'amend', { passengers: adults(2) })).toEqual({
      ...NOTHING_ELSE,
      before_minor: 4500,
      after_minor: 9000,
      units: [
        adultsOn(outbound(), [1, 2], [4000, 8000]),
        { ...added, count_before: 1, count_after: 2, paid_before_minor: 500, paid_after_minor: 1000 },
      ],
    })
    expect(await tryStep(await desk.read(made), 'amend', { passengers: adults(1) })).toMatchObject({
      price_change: {
        units: [{ category: 'adult' }, { ...added, count_before: 2, count_after: 1 }],
        fees: [{ hours_before: null, percent_bp: null, base_minor: 500, fee_minor: 500 }],
      },
    })
  })

  it('contains the retained amount of a cancellation, with the lost discount of its return', async () => {
    const made = (await desk.book(out, 1)).body
    expect((await desk.book(back, 1, { return_of_id: made['id'] })).body).toMatchObject({ total_minor: 3600 })
    await desk.at(TEN_HOURS)
    expect(await tryStep(made, 'cancel', { waive_fee: true })).toMatchObject({
      price_change: { ...NOTHING_ELSE, after_minor: 0 },
    })
    expect(await explained(made, 'cancel', {})).toEqual({
      before_minor: 4000,
      after_minor: 2400,
      units: [adultsOn(outbound(), [1, 0], [4000, 0])],
      fees: [half(outbound(), 4000)],
      discount_lost_minor: 400,
      ceiling_minor: 0,
    })
  })

  it('explains a change of a hire, and not that of a request, which is priced from scratch', async () => {
    const type = await make(desk.admin, 'vehicle-types', { seats: 30 })
    await make(desk.admin, 'hire-tariffs', { vehicle_type_id: type['id'], base_minor: 10_000, per_hour_minor: 1000 })
    const place = { address: '12 Ledra Street' }
    const hire = {
      pickup: place,
      dropoff: place,
      starts_at: '2030-05-20T10:00:00Z',
      ends_at: '2030-05-20T12:00:00Z',
      vehicle_type_id: type['id'],
      passengers: 20,
    }
    const longer = { hire: { ...hire, ends_at: '2030-05-20T14:00:00Z' } }
    const ask = { kind: 'private_hire', lead_name: 'Ana', passengers: adults(1), hire }
    const asked = (await desk.admin.post('/reservations', { ...ask, status: 'pending' })).body
    expect(await tryStep(asked, 'change-hire', longer)).not.toHaveProperty('price_change')
    const made = (await desk.admin.post('/reservations', ask)).body
    expect(await explained(made, 'change-hire', longer)).toMatchObject({
      ...NOTHING_ELSE,
      units: [{ kind: 'run', category: null, leg: null, count_before: 1, count_after: 1 }],
    })
  })
})

describe('the dry run of a partner', () => {
  it('explains a change and a cancellation', async () => {
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const { client } = await program(partner)
    const { body: trip } = await client.post('/partner/trips/', {
      partner_reference: unique('SV-'),
      legs: [ride(out)],
      passengers: adults(2),
      lead_name: 'Ana Ruiz',
      confirm: true,
    })
    await desk.at(TEN_HOURS)
    const step = (verb: string, body: Json) =>
      client.post(`/partner/trips/${String(trip['id'])}/${verb}/`, { simulate: true, ...body }, { ifMatch: '*' })
    expect((await step('change', { passengers: adults(1) })).body).toMatchObject({
      difference_minor: -2000,
      price_change: {
        before_minor: 8000,
        after_minor: 6000,
        units: [adultsOn(outbound(), [2, 1], [8000, 4000])],
        fees: [half(outbound(), 4000)],
      },
    })
    expect((await step('cancel', {})).body).toMatchObject({
      cancellation_fee_minor: 4000,
      price_change: { after_minor: 4000, fees: [half(outbound(), 8000)] },
    })
  })
})
