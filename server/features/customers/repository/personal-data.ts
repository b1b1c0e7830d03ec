import { sql, type RawBuilder } from 'kysely'
import type { HistoryEntry } from '../../../crud/history'
import type { Reader } from '../../../db/transaction'
import { personOf } from './person'

type Row = Record<string, unknown>

interface Person {
  [table: string]: Row[]
  customers: Row[]
  history: (Row & HistoryEntry)[]
}

/** Returns the rows of every table about a customer; no rows if it does not exist. */
export async function readPerson(reader: Reader, id: string): Promise<Person> {
  const { customerIds, reservationIds, waitingIds, mailIds } = await personOf(reader, id)
  const read = async <R extends Row>(query: RawBuilder<R>) => (await query.execute(reader)).rows
  const about = [...customerIds, ...reservationIds, ...waitingIds]
  return {
    customers: await read(sql<Row>`
      select id, created_at, updated_at, kind, first_name, last_name, company_name, email, phone, locale, tags, notes,
        tax_number, credit_limit_minor, is_blocked, blocked_reason, consent_marketing, legal_hold_reason
      from customers where id = any(${customerIds}::uuid[]) order by id`),
    reservations: await read(sql<Row>`
      select id, reference, created_at, kind, channel, status, lead_name, lead_phone, lead_email, locale, travel_at, seats,
        currency, total_minor, paid_minor, payment_status, payment_method, price_lines, hire, flight, customer_notes,
        internal_notes, cancel_reason
      from reservations where id = any(${reservationIds}::uuid[]) order by created_at, id`),
    payments: await read(sql<Row>`
      select reference, created_at, direction, method, state, amount_minor, currency, posted_at, card_brand, card_last4,
        reason
      from payments where reservation_id = any(${reservationIds}::uuid[]) order by created_at, id`),
    passengers: await read(sql<Row>`
      select r.reference, p.position, p.category, p.name, p.seat_label, p.needs, p.status
      from reservation_passengers p join reservations r on r.id = p.reservation_id
      where r.id = any(${reservationIds}::uuid[]) order by r.created_at, r.id, p.position`),
    waiting: await read(sql<Row>`
      select id, created_at, journey_id, lead_name, lead_phone, lead_email, passengers, state
      from waiting_entries where id = any(${waitingIds}::uuid[]) order by created_at, id`),
    messages: await read(sql<Row>`
      select created_at, kind, status, language, recipient, subject, content, sent_at
      from mails where id = any(${mailIds}::uuid[]) order by created_at, id`),
    notifications: await read(sql<Row>`
      select distinct on (coalesce(event_id, id)) created_at, kind, title, message,
        case when cardinality(record_ids) < 2 then wording end as wording
      from notifications where entity_id = any(${about}::uuid[]) or record_ids && ${reservationIds}::uuid[]
      order by coalesce(event_id, id), created_at`),
    history: await read(sql<Row & HistoryEntry>`
      select id, at, actor_kind, actor_name, action, entity_type, entity_id, entity_label, changes, reason
      from audit_events where entity_id = any(${about}::uuid[]) order by at, id`),
  }
}
