import { sql } from 'kysely'
import type { ReservationLeg } from '../../../../../contract/entities/reservation-parts'
import type { SandboxTrip } from '../../../../../contract/partner/sandbox'
import type { SandboxStep } from '../../../../../contract/core/vocabulary'
import type { Db } from '../../../../db/database'
import type { Reader, Tx } from '../../../../db/transaction'
import { ACTIVE } from '../../../../domain/reservations/status'
import type { Cursor } from '../../../../crud/cursor'

export type StoredStep = SandboxTrip['steps'][number]

export interface StoredTrip {
  id: string
  created_at: string
  partner_id: string
  scenario: SandboxTrip['scenario']
  seed: number
  state: SandboxTrip['state']
  reservation_id: string | null
  started_at: string
  ends_at: string
  next_at: string | null
  steps: StoredStep[]
  trap: SandboxStep | null
}

const TRIP = sql`m.id, m.created_at, m.partner_id, m.scenario, m.seed, m.state, m.reservation_id, m.started_at, m.ends_at,
  m.next_at, m.steps, m.trap`

export async function listSandboxTrips(
  reader: Reader,
  partnerId: string,
  cursor: Cursor | null,
  limit: number,
): Promise<StoredTrip[]> {
  const [side, at, id] = cursor ?? ['after', null, null]
  const isDown = side === 'after'
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const beyond =
    at === null ? sql`true` : sql`(m.created_at, m.id) ${sql.raw(isDown ? '<' : '>')} (${at}::timestamptz, ${id}::uuid)`
  const { rows } = await sql<StoredTrip>`
    select ${TRIP} from mock_trips m where m.partner_id = ${partnerId} and ${beyond}
    order by m.created_at ${direction}, m.id ${direction} limit ${limit}`.execute(reader)
  return isDown ? rows : rows.reverse()
}

export async function getSandboxTrip(reader: Reader, partnerId: string, id: string): Promise<StoredTrip | undefined> {
  const { rows } = await sql<StoredTrip>`
    select ${TRIP} from mock_trips m where m.id = ${id} and m.partner_id = ${partnerId}`.execute(reader)
  return rows[0]
}

export async function lockSandboxTrip(tx: Tx, partnerId: string, id: string): Promise<StoredTrip | undefined> {
  const { rows } = await sql<StoredTrip>`
    select ${TRIP} from mock_trips m where m.id = ${id} and m.partner_id = ${partnerId} for update`.execute(tx)
  return rows[0]
}

/** Locks and returns a mock trip with a due step; undefined when there is none, or others are processing them. */
export async function lockDue(tx: Tx, at: Date, partnerId: string | null): Promise<StoredTrip | undefined> {
  const now = at.toISOString()
  const { rows } = await sql<StoredTrip>`
    select ${TRIP} from mock_trips m
    where m.state = 'running' and (m.next_at <= ${now} or m.ends_at <= ${now})
      and (${partnerId}::uuid is null or m.partner_id = ${partnerId}::uuid)
    order by m.next_at nulls last, m.id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

export const countRunning = async (reader: Reader, partnerId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mock_trips where partner_id = ${partnerId} and state = 'running'`.execute(reader)
  return rows[0]?.count ?? 0
}

export const saveSandboxTrip = (tx: Tx, trip: StoredTrip) =>
  sql`
    insert into mock_trips (id, created_at, partner_id, scenario, seed, state, reservation_id, started_at, ends_at,
      next_at, steps, trap)
    values (${trip.id}, ${trip.created_at}, ${trip.partner_id}, ${trip.scenario}, ${trip.seed}, ${trip.state},
      ${trip.reservation_id}, ${trip.started_at}, ${trip.ends_at}, ${trip.next_at}, ${JSON.stringify(trip.steps)},
      ${trip.trap})
    on conflict (id) do update set state = excluded.state, reservation_id = excluded.reservation_id,
      started_at = excluded.started_at, ends_at = excluded.ends_at, next_at = excluded.next_at,
      steps = excluded.steps, trap = excluded.trap`.execute(tx)

/** Locks and returns the mock trip with a fault for a call about this test trip. */
export async function faultFor(tx: Tx, partnerId: string, reservationId: string): Promise<StoredTrip | undefined> {
  const { rows } = await sql<StoredTrip>`
    select ${TRIP} from mock_trips m
    where m.reservation_id = ${reservationId} and m.partner_id = ${partnerId} and m.trap like 'awaits%'
    limit 1 for update`.execute(tx)
  return rows[0]
}

/**
 * Returns departures of the next two weeks that the partner may sell, over the whole route, earliest first.
 * @param withLater only departures with a later one on the same route
 */
export async function rideable(
  reader: Reader,
  partnerId: string,
  at: Date,
  withLater: boolean,
): Promise<ReservationLeg[]> {
  const { rows } = await sql<ReservationLeg>`
    select j.id as journey_id, 1 as board_seq, j.call_count as alight_seq
    from journeys j join partners p on p.id = ${partnerId}
    where j.kind = 'passenger' and j.service_status = 'scheduled' and j.sales_status = 'open' and j.seats_left > 3
      and j.departs_at > ${at.toISOString()}::timestamptz + interval '6 hours'
      and j.departs_at < ${at.toISOString()}::timestamptz + interval '14 days'
      and (p.contract->'allowed_route_ids' = '[]' or p.contract->'allowed_route_ids' ? j.route_id::text)
      and exists (select 1 from fares f where f.route_id = j.route_id)
      and (not ${withLater}::boolean or exists (
        select 1 from journeys n where n.route_id = j.route_id and n.departs_at > j.departs_at and n.kind = 'passenger'
          and n.service_status = 'scheduled' and n.sales_status = 'open' and n.seats_left > 3))
    order by j.departs_at, j.id limit 100`.execute(reader)
  return rows
}

/** Returns the next departure on the same route after that of a trip; undefined when there is none. */
export async function laterDeparture(reader: Reader, reservationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select n.id from reservations r join journeys j on j.id = r.journey_id join journeys n on n.route_id = j.route_id
    where r.id = ${reservationId} and n.departs_at > j.departs_at and n.kind = 'passenger'
      and n.service_status = 'scheduled' and n.sales_status = 'open' and n.seats_left >= r.seats
    order by n.departs_at, n.id limit 1`.execute(reader)
  return rows[0]?.id
}

export async function statusOf(reader: Reader, reservationId: string): Promise<{ isActive: boolean; status: string }> {
  const row = await reader
    .selectFrom('reservations')
    .select('status')
    .where('id', '=', reservationId)
    .executeTakeFirst()
  return { status: row?.status ?? 'gone', isActive: row !== undefined && ACTIVE.includes(row.status) }
}

/** Deletes mock trips that ended before a moment. */
export const sweepSandboxTrips = (db: Db, before: Date) =>
  sql`delete from mock_trips where ends_at < ${before.toISOString()}`.execute(db)
