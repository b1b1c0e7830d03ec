import { sql } from 'kysely'
import type { Db } from '../../../server/db/database'

/**
 * Returns reservations with a part missing or duplicated: seats and passengers, legs, price lines, the ticket of each
 * passenger, one history entry per version, the response stored for each idempotency key.
 */
export async function halfBookings(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select r.reference, r.status, r.version, r.seats, parts.*
    from reservations r cross join lateral (
      select
        (select count(*)::int from reservation_passengers p where p.reservation_id = r.id) as passengers,
        (select count(*)::int from reservation_passengers p
          where p.reservation_id = r.id and p.ticket_code is not null) as tickets,
        (select count(*)::int from reservation_legs l where l.reservation_id = r.id) as legs,
        (select coalesce(sum((line->>'amount_minor')::int), 0)::int from jsonb_array_elements(r.price_lines) line) as sum,
        (select count(*)::int from audit_events a
          where a.entity_type = 'reservations' and a.entity_id = r.id) as entries
    ) parts
    where parts.passengers <> r.seats or parts.legs <> 1 or parts.sum <> r.total_minor or parts.entries <> r.version
      or (r.status = 'confirmed' and parts.tickets <> r.seats)`.execute(db)
  const { rows: unconfirmed } = await sql`
    select a.action, a.entity_label from audit_events a
    where a.entity_type = 'reservations' and not exists (select 1 from reservations r where r.id = a.entity_id)`.execute(
    db,
  )
  const { rows: unanswered } = await sql`select key from idempotency_keys where answer is null`.execute(db)
  return [...rows, ...unconfirmed, ...unanswered]
}
