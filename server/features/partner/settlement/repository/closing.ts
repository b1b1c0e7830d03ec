import { sql, type Insertable } from 'kysely'
import type { PartnerStatementsTable } from '../../../../db/money-tables'
import type { Tx } from '../../../../db/transaction'
import { STATEMENT_LINE } from '../../../../kernel/credit'
import { nextNumber } from '../../../../kernel/document-numbers'

export interface PartnerToSettle {
  id: string
  code: string
  timezone: string
  payment_days: number
  /** Last day covered by a statement; null before the first one. */
  closed_to: string | null
}

/** Locks a partner, which serializes closings of its periods. */
export async function lockPartner(tx: Tx, id: string): Promise<PartnerToSettle | undefined> {
  // A query that waits for a lock does not see what the previous holder committed; the next query does.
  const { rows } = await sql<Omit<PartnerToSettle, 'closed_to'>>`
    select id, code, timezone, payment_days from partners where id = ${id} for no key update`.execute(tx)
  const [partner] = rows
  if (!partner) return undefined
  const { rows: closed } = await sql<{ day: string | null }>`
    select max(to_date)::text as day from partner_statements where partner_id = ${id}`.execute(tx)
  return { ...partner, closed_to: closed[0]?.day ?? null }
}

/** What a partner owes in one currency that is on none of its statements. */
export interface UnsettledTrips {
  currency: string
  /** Earliest day of departure in the partner's time zone. */
  first_day: string
  /** In minor units; the net amount is the gross amount less commission and collected amount. */
  gross_minor: number
  commission_minor: number
  collected_minor: number
  net_minor: number
  /** Lines of the statement as JSON text, never parsed here: a partner may have 100,000 trips. */
  lines: string
}

/**
 * Returns, by currency, the difference of each trip from the partner's earlier statements. A trip on none is included in full when it
 * departed by the end of the day. A trip on a statement is included with its change, whenever it departs and even after a
 * hand-over.
 */
export async function listUnsettledTrips(tx: Tx, partnerId: string, to: string): Promise<UnsettledTrips[]> {
  const { rows } = await sql<UnsettledTrips>`
    with billed as (
      select l.reservation_id as id, sum(l.gross_minor) as gross, sum(l.commission_minor) as commission,
        sum(l.collected_minor) as collected
      from partner_statement_lines l join partner_statements s on s.id = l.statement_id
      where s.partner_id = ${partnerId} group by l.reservation_id
    ), candidates as (
      select r.id from reservations r join partners p on p.id = r.partner_id
      where r.partner_id = ${partnerId} and r.environment = 'live'
        and coalesce(r.travel_at, r.created_at) < (${to}::date + 1)::timestamp at time zone p.timezone
      union select id from billed
    ), changed as (
      select r.id as reservation_id, r.reference, r.partner_reference, r.travel_at, r.currency,
        to_char(coalesce(r.travel_at, r.created_at) at time zone p.timezone, 'YYYY-MM-DD') as day,
        o.name as origin, d.name as destination, coalesce(o.timezone, p.timezone) as timezone,
        (s.gross - coalesce(b.gross, 0))::bigint as gross_minor,
        (s.commission - coalesce(b.commission, 0))::bigint as commission_minor,
        (s.collected - coalesce(b.collected, 0))::bigint as collected_minor,
        (s.gross - s.commission - s.collected - coalesce(b.gross - b.commission - b.collected, 0))::bigint as net_minor,
        row_number() over (partition by r.currency order by coalesce(r.travel_at, r.created_at), r.id) as position
      from candidates c
        join reservations r on r.id = c.id
        join partners p on p.id = ${partnerId}
        left join billed b on b.id = r.id
        left join stations o on o.id = r.origin_station_id
        left join stations d on d.id = r.destination_station_id
        cross join lateral (
          select ${STATEMENT_LINE.gross} as gross, ${STATEMENT_LINE.commission} as commission,
            ${STATEMENT_LINE.collected} as collected
        ) s
      where (s.gross, s.commission, s.collected) is distinct from
        (coalesce(b.gross, 0), coalesce(b.commission, 0), coalesce(b.collected, 0))
    )
    select currency, min(day) as first_day, sum(gross_minor)::bigint as gross_minor,
      sum(commission_minor)::bigint as commission_minor, sum(collected_minor)::bigint as collected_minor,
      sum(net_minor)::bigint as net_minor, json_agg(changed)::text as lines
    from changed group by currency order by currency`.execute(tx)
  return rows
}

/** Inserts a statement with its lines. @param lines JSON text of `UnsettledTrips` @returns its number */
export async function insertStatement(
  tx: Tx,
  row: Omit<Insertable<PartnerStatementsTable>, 'number'>,
  lines: string,
): Promise<number> {
  const number = await nextNumber(tx, 'statement')
  await tx
    .insertInto('partner_statements')
    .values({ ...row, number })
    .execute()
  await sql`
    insert into partner_statement_lines (statement_id, position, reservation_id, reference, partner_reference, travel_at,
      origin, destination, timezone, gross_minor, commission_minor, collected_minor, net_minor)
    select ${row.id}::uuid, l.* from jsonb_to_recordset(${lines}::jsonb) as l(position int,
      reservation_id uuid, reference text, partner_reference text, travel_at timestamptz, origin jsonb, destination jsonb,
      timezone text, gross_minor bigint, commission_minor bigint, collected_minor bigint, net_minor bigint)`.execute(tx)
  return number
}
