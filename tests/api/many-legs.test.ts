import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { collectErrors } from '../support/collect-errors'
import { make } from '../support/factories'
import { workOf } from '../support/work'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/**
 * Returns and connections as one reservation, changed at random. After every step the seats, the price, the fees and the
 * mails are compared with a model of docs/domain/pricing.md. There are no pricing rules, so the price is the sum of the
 * fares. The cancellation fee is 50 % from 48 hours before a leg leaves and 100 % from 24 hours.
 */
const api = useApi()
const desk = useBooking(api)
const onError = collectErrors()

const START = Date.parse('2030-05-17T00:00:00Z')
/** Latest start after START in hours, so that cancellations fall under every tier and under none. */
const LATER_H = 64
const HOUR_MS = 3_600_000
/** Hours before departure without sales or changes. The end of sales is tested elsewhere. */
const CLOSED_H = 2
const STEPS = 30
/** Number of random sequences; `MANY_LEGS_FIRST_SEED` is the first seed. */
const SEEDS = Number(process.env['MANY_LEGS_SEEDS'] ?? 2)
const FIRST_SEED = Number(process.env['MANY_LEGS_FIRST_SEED'] ?? 1)
const TIERS = [
  { hours_before: 24, percent_bp: 10_000 },
  { hours_before: 48, percent_bp: 5_000 },
]
const MAIL = 'party@example.com'

type Journey = Json & { id: string; departs_at: string }
interface Leg {
  /** Constant while a leg moves within its day. */
  key: number
  journey: Journey
  direction: 'outbound' | 'return'
  fare: number
  /** The soonest departure that the leg had since its sale. */
  departs: number
}
interface Party {
  record: Json
  status: 'on_hold' | 'confirmed' | 'cancelled' | 'expired'
  heads: number
  legs: Leg[]
  /** Cancelled amounts by leg and retained share in percent. */
  booked: Map<string, number>
  before: Party | null
  cancelledAt: number
  /** Number of expected mails by kind. */
  mails: Map<string, number>
}

function createDraw(seed: number): (below: number) => number {
  let state = seed * 7919
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Creates a connection and its return: four routes, each with two departures on its day and one later. */
async function network(): Promise<{ journeys: Journey[][]; fares: number[] }> {
  const { status } = await desk.admin.patch('/company', { cancellation_policy: TIERS }, { ifMatch: '*' })
  expect(status).toBe(200)
  const stations = [
    await make(desk.admin, 'stations'),
    await make(desk.admin, 'stations'),
    await make(desk.admin, 'stations'),
  ]
  const ways = [
    [0, 1, '2030-05-20', ['07:00:00', '08:00:00']],
    [1, 2, '2030-05-20', ['11:00:00', '12:00:00']],
    [2, 1, '2030-05-22', ['07:00:00', '08:00:00']],
    [1, 0, '2030-05-22', ['11:00:00', '12:00:00']],
  ] as const
  const fares = [1001, 703, 899, 1207]
  const journeys: Journey[][] = []
  for (const [index, [from, to, day, times]] of ways.entries()) {
    const route = await make(desk.admin, 'routes', {
      stops: [from, to].map((stop, position) => ({
        station_id: stations[stop]?.['id'],
        arrive_offset_min: 60 * position,
        depart_offset_min: 60 * position,
        pickup_type: position === 1 ? 'none' : 'regular',
        drop_off_type: position === 0 ? 'none' : 'regular',
      })),
    })
    await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: fares[index] })
    const made: Journey[] = []
    for (const departure_time of times) {
      const journey = await make(desk.admin, 'journeys', {
        route_id: route['id'],
        service_date: day,
        departure_time,
        capacity: 14,
      })
      made.push((await desk.admin.get(`/journeys/${String(journey['id'])}`)).body as Journey)
    }
    journeys.push(made)
  }
  return { journeys, fares }
}

const value = ({ legs, heads }: Pick<Party, 'legs' | 'heads'>): number =>
  legs.reduce((sum, { fare }) => sum + fare * heads, 0)

const isClosed = ({ departs_at }: Journey) => Date.parse(departs_at) - api.now.getTime() < CLOSED_H * HOUR_MS

/** Returns the share in percent that is retained when a leg is cancelled now. */
function shareOf({ departs }: Leg): number {
  const hours = (departs - api.now.getTime()) / HOUR_MS
  return hours < 24 ? 100 : hours < 48 ? 50 : 0
}

/** Adds up the cancellation fees. Half a unit is rounded away from zero. */
const feesOf = ({ booked }: Pick<Party, 'booked'>): number =>
  [...booked].reduce((sum, [key, amount]) => sum + Math.round((amount * Number(key.split(' ')[1])) / 100), 0)

function giveUp(party: Party, amount: (leg: Leg) => number): Map<string, number> {
  const booked = new Map(party.booked)
  for (const leg of party.legs) {
    const key = `${leg.key} ${shareOf(leg)}`
    if (amount(leg) > 0) booked.set(key, (booked.get(key) ?? 0) + amount(leg))
  }
  return booked
}

/** Counts an expected mail to the party. */
const written = ({ mails }: Party, kind: string) => mails.set(kind, (mails.get(kind) ?? 0) + 1)

async function recount(): Promise<void> {
  const { rows } = await sql<{
    code: string
    held: number
    confirmed: number
    leg_held: number
    leg_confirmed: number
  }>`
    select j.code, l.held as leg_held, l.confirmed as leg_confirmed,
      coalesce(sum(r.seats) filter (where r.status = 'on_hold'), 0)::int as held,
      coalesce(sum(r.seats) filter (where r.status = 'confirmed'), 0)::int as confirmed
    from journey_legs l join journeys j on j.id = l.journey_id
    left join reservation_legs x on x.journey_id = l.journey_id and l.leg_seq >= x.board_seq and l.leg_seq < x.alight_seq
    left join reservations r on r.id = x.reservation_id
    group by j.code, l.journey_id, l.leg_seq, l.held, l.confirmed`.execute(api.db)
  for (const row of rows) expect(row).toMatchObject({ leg_held: row.held, leg_confirmed: row.confirmed })
}

describe('reservations of several legs', () => {
  for (const seed of Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))
    it(
      `have the expected seats, prices, fees and mail through ${STEPS} random steps (seed ${seed})`,
      async () => {
        const draw = createDraw(seed)
        await desk.at(new Date(START + draw(LATER_H) * HOUR_MS).toISOString())
        const { journeys, fares } = await network()
        const worker = workOf(api, null, onError)
        const parties: Party[] = []
        const done = new Map<string, number>()
        let keys = 0

        const book = async () => {
          const request =
            [
              [0, 1],
              [0, 1, 2, 3],
              [0, 1, 2, 3],
              [1, 2],
            ][draw(4)] ?? []
          const legs = request.map((way): Leg => {
            const journey = journeys[way]?.[draw(2)] as Journey
            keys += 1
            return {
              key: keys,
              journey,
              direction: way < 2 ? 'outbound' : 'return',
              fare: fares[way] ?? 0,
              departs: Date.parse(journey.departs_at),
            }
          })
          if (legs.some(({ journey }) => isClosed(journey))) return 'nothing'
          const heads = 1 + draw(4)
          const status = draw(3) === 0 ? 'on_hold' : 'confirmed'
          const { status: answer, body } = await desk.book(legs[0]?.journey ?? {}, heads, {
            legs: legs.map(({ journey, direction }) => ({ ...ride(journey, 1, 2), direction })),
            status,
            lead_email: MAIL,
          })
          if (answer === 409) return 'full'
          expect(answer, JSON.stringify(body)).toBe(201)
          const mails = new Map(status === 'confirmed' ? [['booking_confirmed', 1]] : [])
          parties.push({ record: body, status, heads, legs, booked: new Map(), before: null, cancelledAt: 0, mails })
          return 'booked'
        }

        /** Does a step as a dry run and for real, and compares both. */
        const act = async (party: Party, verb: string, body: Json): Promise<boolean> => {
          const trial = await desk.step(party.record, verb, { ...body, simulate: true })
          const answer = await desk.step(party.record, verb, body)
          expect(trial.status, JSON.stringify([verb, trial.body, answer.body])).toBe(answer.status)
          if (answer.status === 409) return false
          expect(answer.status, JSON.stringify([verb, answer.body])).toBe(200)
          for (const field of ['total_minor', 'cancellation_fee_minor', 'payment_status', 'status'])
            expect(trial.body[field], `${verb} ${field}`).toEqual(answer.body[field])
          return true
        }

        const step = async (party: Party): Promise<string> => {
          const { legs, heads } = party
          if (party.status === 'on_hold') {
            const choice = draw(3)
            if (choice === 0) {
              const { status, body } = await desk.step(party.record, 'confirm', {
                price_hash: party.record['price_hash'],
              })
              const isOver = body['code'] === 'hold_expired'
              expect(isOver ? 409 : status, JSON.stringify(body)).toBe(isOver ? status : 200)
              party.status = isOver ? 'expired' : 'confirmed'
              if (!isOver) written(party, 'booking_confirmed')
              return isOver ? 'hold over' : 'confirm'
            }
            if (choice === 1) return 'nothing'
            await desk.step(party.record, 'release', {})
            party.status = 'expired'
            return 'release'
          }
          if (party.status === 'cancelled') {
            if (!party.before || api.now.getTime() - party.cancelledAt > 15 * 60_000) return 'nothing'
            const { status } = await desk.step(party.record, 'undo-cancel', { reason: 'Well again' })
            if (status !== 200) return 'undo refused'
            Object.assign(party, party.before)
            written(party, 'booking_confirmed')
            return 'undo'
          }
          if (party.status === 'expired') return 'nothing'
          if (legs.some(({ journey }) => isClosed(journey))) return 'nothing'
          switch (draw(5)) {
            case 0: {
              const before = { ...party, booked: new Map(party.booked), before: null }
              const booked = giveUp(party, ({ fare }) => fare * heads)
              if (!(await act(party, 'cancel', { reason: 'Ill' }))) return 'cancel refused'
              Object.assign(party, { status: 'cancelled', booked, before, cancelledAt: api.now.getTime() })
              written(party, 'booking_cancelled')
              return 'cancel'
            }
            case 1: {
              const direction = draw(2) === 0 ? 'outbound' : 'return'
              const isGiven = (leg: Leg) => leg.direction === direction
              if (legs.every(isGiven) || !legs.some(isGiven)) return 'nothing'
              const booked = giveUp(party, (leg) => (isGiven(leg) ? leg.fare * heads : 0))
              if (!(await act(party, 'cancel-direction', { direction, reason: 'Stays' }))) return 'half refused'
              Object.assign(party, { booked, legs: legs.filter((leg) => !isGiven(leg)) })
              written(party, 'booking_changed')
              return `give up ${direction}`
            }
            case 2: {
              if (heads < 2) return 'nothing'
              const gone = 1 + draw(heads - 1)
              const booked = giveUp(party, ({ fare }) => fare * gone)
              const statuses = (await desk.read(party.record))['passenger_statuses'] as string[]
              const positions = statuses
                .flatMap((status, index) => (status === 'cancelled' ? [] : [index + 1]))
                .slice(0, gone)
              if (!(await act(party, 'cancel-passengers', { positions, reason: 'Ill' }))) return 'some refused'
              Object.assign(party, { booked, heads: heads - gone })
              written(party, 'booking_changed')
              return 'some'
            }
            case 3: {
              const more = heads + 1
              if (!(await act(party, 'amend', { passengers: adults(more), reason: 'Brings a friend' })))
                return 'more refused'
              party.heads = more
              written(party, 'booking_changed')
              return 'more'
            }
            default: {
              const leg = legs[draw(legs.length)] as Leg
              const others = journeys.find((way) => way.some(({ id }) => id === leg.journey.id)) ?? []
              const other = others.find(({ id }) => id !== leg.journey.id) as Journey
              if (isClosed(other)) return 'nothing'
              const moved = { from_journey_id: leg.journey.id, to_journey_id: other.id, reason: 'Later' }
              if (!(await act(party, 'move', moved))) return 'move refused'
              const departs = Math.min(leg.departs, Date.parse(other.departs_at))
              party.legs = legs.map((one) => (one === leg ? { ...leg, journey: other, departs } : one))
              written(party, 'booking_moved')
              return 'move'
            }
          }
        }

        for (let turn = 0; turn < STEPS; turn += 1) {
          const doneNow =
            parties.length < 4 || draw(4) === 0 ? await book() : await step(parties[draw(parties.length)] as Party)
          done.set(doneNow, (done.get(doneNow) ?? 0) + 1)
          await recount()
          // A mail shows the current state when it is written, and a mail that a later step outdates is skipped.
          await api.followed()
          await worker.work()
          const ids = parties.map(({ record }) => record['id'])
          const { rows } = await desk.admin.list('reservations', { filter: { id: ids }, range: [0, STEPS] })
          expect(rows).toHaveLength(parties.length)
          for (const party of parties) {
            const stored = rows.find((row) => row['id'] === party.record['id']) ?? {}
            const about = JSON.stringify([
              seed,
              turn,
              doneNow,
              stored['reference'],
              stored['status'],
              stored['price_lines'],
            ])
            expect(stored['reference']).toBe(party.record['reference'])
            // A hold expires at its time, even before the sweep stores the status.
            const isOver =
              stored['status'] === 'on_hold' && Date.parse(String(stored['hold_expires_at'])) <= api.now.getTime()
            const status = isOver ? 'expired' : stored['status']
            if (party.status === 'on_hold' && status === 'expired') party.status = 'expired'
            expect(status, about).toBe(party.status)
            if (party.status === 'cancelled') expect(stored['cancellation_fee_minor'], about).toBe(feesOf(party))
            else if (party.status === 'confirmed')
              expect(stored['total_minor'], about).toBe(value(party) + feesOf(party))
            expect((stored['legs'] as Json[]).map((leg) => leg['journey_id'])).toEqual(
              party.legs.map((leg) => leg.journey.id),
            )
          }
          await desk.at(
            new Date(api.now.getTime() + (draw(3) === 0 ? draw(4) * HOUR_MS : draw(9) * 60_000)).toISOString(),
          )
        }
        expect(done.size).toBeGreaterThan(5)
        const { rows: mails } = await sql<{ id: string; kind: string; count: number }>`
        select entity_id as id, kind, count(*)::int as count from mails
        where recipient = ${MAIL} and kind <> 'trip_reminder' group by entity_id, kind`.execute(api.db)
        for (const { record, mails: expected } of parties) {
          const sent = mails.filter(({ id }) => id === record['id']).map(({ kind, count }) => [kind, count])
          expect(new Map(sent as [string, number][]), JSON.stringify([seed, record['reference']])).toEqual(expected)
        }
      },
      LONG_TEST_TIMEOUT_MS,
    )
})
