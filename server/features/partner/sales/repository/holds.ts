import { sql } from 'kysely'
import { HOLD_BOUND_NOTIFIED_EVERY_H } from '../../../../../contract/core/limits/holds'
import type { HoldBounds, OnHold } from '../../../../domain/reservations/hold-bounds'
import type { Db } from '../../../../db/database'
import type { Reader, Tx } from '../../../../db/transaction'
import { MADE_BY_PARTNER } from '../../../../kernel/lapsed-holds'
import type { Owner } from './owner'

/** Returns the partner's bounds and locks its record: its other sales wait until the transaction ends. */
export async function lockHoldBounds(tx: Tx, partnerId: string): Promise<HoldBounds> {
  const { rows } = await sql<HoldBounds>`
    select held_seats_max, holds_max, lapsed_holds_max from partners where id = ${partnerId}
    for no key update`.execute(tx)
  const [bounds] = rows
  if (!bounds) throw new Error('A partner that sells has a record.')
  return bounds
}

/** Returns the bounds without a lock; undefined when there is no such partner. */
export const readHoldBounds = (reader: Reader, partnerId: string): Promise<HoldBounds | undefined> =>
  reader
    .selectFrom('partners')
    .select(['held_seats_max', 'holds_max', 'lapsed_holds_max'])
    .where('id', '=', partnerId)
    .executeTakeFirst()

/**
 * Returns a partner's current holds. A hold after its expiry time does not count, even before the sweep.
 * @param exceptId a trip to exclude
 */
export async function readOnHold(
  reader: Reader,
  { partnerId, environment }: Owner,
  now: Date,
  exceptId: string | null = null,
): Promise<OnHold> {
  const held = sql`
    select r.id, r.addon_units, greatest(r.seats, r.wheelchairs, r.child_seats) as seats from reservations r
    where r.status = 'on_hold' and r.hold_expires_at > ${now.toISOString()} and r.partner_id = ${partnerId}
      and r.environment = ${environment} and r.id is distinct from ${exceptId}::uuid and ${MADE_BY_PARTNER}`
  const { rows } = await sql<OnHold>`
    with held as materialized (${held})
    select count(distinct h.id)::int as holds, coalesce(sum(h.seats), 0)::int as seats,
      (select json_build_object('code', a.code, 'pieces', sum(u.units)) from held
        join reservation_legs l on l.reservation_id = held.id
        cross join jsonb_to_recordset(held.addon_units) u (addon_id uuid, units int, direction text, legs int[])
        join addons a on a.id = u.addon_id
        where (a.stock_per_journey is not null
            or (a.consumes->>'luggage_units')::int > 0 or (a.consumes->>'child_seats')::int > 0)
          and l.direction = coalesce(u.direction, l.direction) and (u.legs is null or l.position = any(u.legs))
        group by a.id order by sum(u.units) desc, a.code limit 1) as addon
    from held h join reservation_legs l on l.reservation_id = h.id`.execute(reader)
  return rows[0] ?? { holds: 0, seats: 0, addon: null }
}

/** Times at which holds of a departure lapsed without a sale. */
interface Lapses {
  code: string
  at: Date[]
}

/** Returns lapsed holds by departure since a moment; departures without any are omitted. */
export async function lapsesOf(
  reader: Reader,
  { partnerId, environment }: Owner,
  journeyIds: readonly string[],
  after: Date,
): Promise<Lapses[]> {
  const { rows } = await sql<{ code: string; at: string[] }>`
    select j.code, json_agg(h.lapsed_at) as at
    from lapsed_holds h join journeys j on j.id = h.journey_id join reservations r on r.id = h.reservation_id
    where h.journey_id = any(${[...journeyIds]}::uuid[]) and h.partner_id = ${partnerId}
      and h.environment = ${environment} and h.lapsed_at > ${after.toISOString()}
      and r.status in ('on_hold', 'expired', 'cancelled')
    group by j.id, j.code order by j.id`.execute(reader)
  return rows.map(({ code, at }) => ({ code, at: at.map((text) => new Date(text)) }))
}

/**
 * Records that the operator is notified now that a partner reached a bound.
 * @returns the partner's name; undefined when the last notification was too recent
 */
export async function noteNotification(tx: Tx, partnerId: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update partners set hold_bound_notified_at = ${now.toISOString()}
    where id = ${partnerId} and (hold_bound_notified_at is null
      or hold_bound_notified_at <= ${now.toISOString()}::timestamptz - make_interval(hours => ${HOLD_BOUND_NOTIFIED_EVERY_H}))
    returning coalesce(trading_name, legal_name) as name`.execute(tx)
  return rows[0]?.name
}

/** Deletes lapsed holds that no longer count. */
export const sweepLapsedHolds = (db: Db, before: Date) =>
  sql`delete from lapsed_holds where lapsed_at <= ${before.toISOString()}`.execute(db)
