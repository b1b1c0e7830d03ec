import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** Departure of a hold that lapsed without a sale. */
interface AbandonedJourney {
  id: string
  journey_id: string
}

/**
 * Condition for reservations `r` that partners made themselves, not staff for them or the script of a mock trip.
 * Shared by the count of holds and the record of lapsed holds.
 */
export const MADE_BY_PARTNER = sql<boolean>`(r.partner_id is not null and r.booked_by_user_id is null
  and not exists (select 1 from mock_trips m where m.partner_id = r.partner_id and m.reservation_id = r.id))`

/** Records departures of partners' holds that lapsed without a sale, once for each hold and departure. */
export async function recordLapsedHolds(tx: Tx, abandoned: readonly AbandonedJourney[], at: Date): Promise<void> {
  if (abandoned.length === 0) return
  await sql`
    insert into lapsed_holds (reservation_id, journey_id, partner_id, environment, lapsed_at)
    select distinct r.id, a.journey_id, r.partner_id, r.environment, least(r.hold_expires_at, ${at.toISOString()})
    from unnest(${abandoned.map(({ id }) => id)}::uuid[], ${abandoned.map(({ journey_id }) => journey_id)}::uuid[])
      as a(id, journey_id)
    join reservations r on r.id = a.id
    where ${MADE_BY_PARTNER}
    on conflict (reservation_id, journey_id) do update set lapsed_at = excluded.lapsed_at`.execute(tx)
}
