import { sql, type RawBuilder } from 'kysely'
import type { PricingRule } from '../../../../contract/entities/pricing-rule'
import { EXACT_TOTAL_ROWS } from '../../../../contract/core/limits/requests'
import type { PricePreview } from '../../../../contract/operations/pricing-preview'
import type { Reader } from '../../../db/transaction'

type Rule = Pick<
  PricingRule,
  | 'route_ids'
  | 'service_kinds'
  | 'origin_station_ids'
  | 'destination_station_ids'
  | 'travel_date_from'
  | 'travel_date_to'
>

interface Ahead {
  now: Date
  /** Service days that the rule applies to; null means any. */
  days: readonly string[] | null
}

/** Counts future departures, open quotes and live reservations matching a rule's places and dates, exact up to a limit. */
export async function countAffected(reader: Reader, rule: Rule, ahead: Ahead): Promise<PricePreview['affected']> {
  const now = sql`${ahead.now.toISOString()}::timestamptz`
  const onRoute = sql`(
    (cardinality(${rule.route_ids}::uuid[]) = 0 or j.route_id = any(${rule.route_ids}::uuid[]))
    and (cardinality(${rule.service_kinds}::text[]) = 0
      or (select service_kind from routes where id = j.route_id) = any(${rule.service_kinds}::text[])))`
  const on = (day: RawBuilder<unknown>) => sql`(
    (${rule.travel_date_from}::date is null or ${day} >= ${rule.travel_date_from}::date)
    and (${rule.travel_date_to}::date is null or ${day} <= ${rule.travel_date_to}::date)
    and (${ahead.days}::date[] is null or ${day} = any(${ahead.days}::date[])))`
  const at = (ids: readonly string[], column: string) =>
    sql`(cardinality(${ids}::uuid[]) = 0 or ${sql.ref(column)} = any(${ids}::uuid[]))`
  const reserved = (status: string) => sql`(select count(*)::int from (
    select 1 from reservations r left join journeys j on j.id = r.journey_id
    where r.status = ${status} and r.environment = 'live' and r.travel_at > ${now} and ${onRoute}
      and ${at(rule.origin_station_ids, 'r.origin_station_id')}
      and ${at(rule.destination_station_ids, 'r.destination_station_id')}
      and ${on(sql`coalesce(j.service_date, r.travel_at::date)`)}
    limit ${EXACT_TOTAL_ROWS + 1}) counted)`
  const { rows } = await sql<PricePreview['affected']>`
    select ${reserved('on_hold')} as on_hold, ${reserved('pending')} as pending, ${reserved('confirmed')} as confirmed,
      (select count(*)::int from (
        select 1 from journeys j
        where j.kind = 'passenger' and j.service_status in ('draft', 'scheduled', 'boarding')
          and j.departs_at > ${now} and ${onRoute} and ${on(sql`j.service_date`)}
        limit ${EXACT_TOTAL_ROWS + 1}) counted) as departures,
      (select count(*)::int from price_quotes q
        where q.expires_at > ${now} and (cardinality(${rule.route_ids}::uuid[]) = 0 or exists (
          select 1 from jsonb_array_elements(q.lines) line join routes r on r.code = line->>'code'
          where r.id = any(${rule.route_ids}::uuid[])))) as open_quotes`.execute(reader)
  return rows[0] ?? { departures: 0, open_quotes: 0, on_hold: 0, pending: 0, confirmed: 0 }
}
