import { sql } from 'kysely'
import type { Db } from '../../../server/db/database'
import { make } from '../factories'
import type { Answer, Client, Json } from '../api'
import { ride } from '../booking'

const CLIENTS = 50
/** Segments of a route with three stops: all of it, and either half. */
const WAYS = [
  [1, 3],
  [1, 2],
  [2, 3],
] as const

/** Returns a random generator that repeats for the same seed, so that a failed run can be reproduced. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Creates journeys of one route that all callers want a seat on at once. */
export async function hotJourneys(client: Client, count: number, capacity: number): Promise<Json[]> {
  const first = await make(client, 'journeys', { capacity })
  const same = { route_id: first['route_id'], vehicle_type_id: first['vehicle_type_id'], capacity }
  const journeys = [first]
  while (journeys.length < count)
    journeys.push(await make(client, 'journeys', { ...same, departure_time: `${10 + journeys.length}:00:00` }))
  return journeys
}

/**
 * Runs fifty callers that book, hold, confirm, cancel, amend and move without pause until `attempts` calls are made.
 * @returns the count of each result: `ok`, or the code of the refusal
 */
export async function rush(
  client: Client,
  journeys: readonly Json[],
  attempts: number,
  seed: number,
): Promise<Map<string, number>> {
  const random = numbers(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const mine: string[] = []
  const answers = new Map<string, number>()
  const count = ({ status, body }: Answer) => {
    const name = status < 300 ? 'ok' : typeof body['code'] === 'string' ? body['code'] : String(status)
    answers.set(name, (answers.get(name) ?? 0) + 1)
  }
  const act = (verb: string, body: Json = {}) =>
    client.post(`/reservations/${pick(mine)}/${verb}`, body, { ifMatch: '*' })
  const legOn = (journey: Json) => ride(journey, ...pick(WAYS))

  async function once(): Promise<Answer> {
    const dice = mine.length === 0 ? 0 : random()
    const reason = 'Race'
    if (dice < 0.6) {
      const party = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({ category: 'adult' }))
      const status = random() < 0.3 ? 'on_hold' : 'confirmed'
      const body = { lead_name: 'Racer', status, legs: [legOn(pick(journeys))], passengers: party }
      const answer = await client.post('/reservations', body)
      if (answer.status === 201) mine.push(String(answer.body['id']))
      return answer
    }
    if (dice < 0.75) return act('cancel', { reason })
    if (dice < 0.83) return act('confirm')
    if (dice < 0.92) return act('move', { to_journey_id: pick(journeys)['id'], reason })
    return act('amend', { legs: [legOn(pick(journeys))], reason })
  }

  let left = attempts
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (left > 0) {
        left -= 1
        count(await once())
      }
    }),
  )
  return answers
}

/** Returns the seats sold and held beyond the capacity of a leg, counted from the reservations, over all legs. */
export async function oversold(db: Db): Promise<number> {
  const { rows } = await sql<{ beyond: number }>`
    select coalesce(sum(greatest(0, taken.seats - l.capacity - l.overbooking_allowance)), 0)::int as beyond
    from journey_legs l join lateral (
      select coalesce(sum(r.seats), 0)::int as seats
      from reservation_legs rl join reservations r on r.id = rl.reservation_id
      where rl.journey_id = l.journey_id and rl.board_seq <= l.leg_seq and rl.alight_seq > l.leg_seq
        and r.environment = 'live'
        and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
    ) taken on true`.execute(db)
  return rows[0]?.beyond ?? 0
}

/** Returns the legs with counters that differ from the reservations. */
export async function wrongCounters(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select l.journey_id, l.leg_seq, l.held, l.confirmed, taken.held as held_really, taken.confirmed as confirmed_really
    from journey_legs l join lateral (
      select coalesce(sum(r.seats) filter (where r.status = 'on_hold'), 0)::int as held,
        coalesce(sum(r.seats) filter (
          where r.status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show')), 0)::int as confirmed
      from reservation_legs rl join reservations r on r.id = rl.reservation_id
      where rl.journey_id = l.journey_id and rl.board_seq <= l.leg_seq and rl.alight_seq > l.leg_seq
        and r.environment = 'live'
    ) taken on true
    where l.held <> taken.held or l.confirmed <> taken.confirmed`.execute(db)
  return rows
}

/** Counts pairs of jobs that have the same vehicle or person at the same time. */
export async function doubleBooked(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from resource_allocations a join resource_allocations b
      on a.id < b.id and a.resource_kind = b.resource_kind and a.resource_id = b.resource_id
      and a.state <> 'released' and b.state <> 'released'
      and tstzrange(a.busy_from, a.busy_to) && tstzrange(b.busy_from, b.busy_to)`.execute(db)
  return rows[0]?.count ?? 0
}
