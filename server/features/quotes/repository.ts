import { sql } from 'kysely'
import type { HireTariff } from '../../../contract/entities/hire-tariff'
import type { JourneyLeg } from '../../../contract/entities/journey'
import type { PartnerContract } from '../../../contract/entities/partner'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { PreviewPair } from '../../../contract/operations/pricing-preview'
import { PRICE_PREVIEW_MAX_PAIRS } from '../../../contract/core/limits'
import type { Reader } from '../../db/transaction'

export { customerTags, keepQuote, readPriceList, readPricedNetwork } from '../../kernel/prices'

export interface QuotedJourney {
  id: string
  route_id: string
  service_date: string
  vehicle_type_id: string
  calls: { seq: number; station_id: string; planned_depart: string }[]
  seats: JourneyLeg[]
}

/** Returns journeys with their calls and counters, without locks. */
export async function readJourneys(reader: Reader, ids: readonly string[]): Promise<Map<string, QuotedJourney>> {
  const { rows } = await sql<Omit<QuotedJourney, 'calls' | 'seats'>>`
    select j.id, j.route_id, j.service_date, coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id
    from journeys j left join vehicles v on v.id = j.vehicle_id where j.id = any(${ids}::uuid[])`.execute(reader)
  const { rows: calls } = await sql<QuotedJourney['calls'][number] & { journey_id: string }>`
    select journey_id, seq, station_id, planned_depart from journey_calls
    where journey_id = any(${ids}::uuid[]) order by seq`.execute(reader)
  const { rows: seats } = await sql<JourneyLeg & { journey_id: string }>`
    select journey_id, leg_seq, capacity, overbooking_allowance, confirmed, held from journey_legs
    where journey_id = any(${ids}::uuid[]) order by leg_seq`.execute(reader)
  const own = <T extends { journey_id: string }>(all: T[], id: string) => all.filter((row) => row.journey_id === id)
  return new Map(rows.map((row) => [row.id, { ...row, calls: own(calls, row.id), seats: own(seats, row.id) }]))
}

export interface PatternStop {
  route_id: string
  seq: number
  station_id: string
  depart_offset_min: number
}

/** Returns the current stops of routes, in order. */
export async function readStops(reader: Reader, routeIds: readonly string[]): Promise<PatternStop[]> {
  const { rows } = await sql<PatternStop>`
    select s.route_id, s.seq, s.station_id, s.depart_offset_min
    from route_stops s join routes r on r.id = s.route_id and r.pattern_version = s.pattern_version
    where r.id = any(${routeIds}::uuid[]) order by s.route_id, s.seq`.execute(reader)
  return rows
}

export async function readTariffs(reader: Reader, vehicleTypeId: string): Promise<HireTariff[]> {
  const { rows } = await sql<HireTariff>`
    select * from hire_tariffs where vehicle_type_id = ${vehicleTypeId}`.execute(reader)
  return rows
}

export async function readContract(reader: Reader, id: string): Promise<PartnerContract | undefined> {
  const row = await reader.selectFrom('partners').select('contract').where('id', '=', id).executeTakeFirst()
  return row?.contract
}

/** Returns the names, by id, of records that a rule can reference, in a language or else in English. */
export async function readNames(
  reader: Reader,
  ids: readonly string[],
  language: string,
): Promise<Map<string, string>> {
  const own = sql`coalesce(name->>${language}, name->>'en')`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${own} as name from routes where id = any(${ids}::uuid[])
    union all select id, ${own} from stations where id = any(${ids}::uuid[])
    union all select id, ${own} from vehicle_types where id = any(${ids}::uuid[])
    union all select id, ${own} from seasons where id = any(${ids}::uuid[])
    union all select id, coalesce(trading_name, legal_name) from partners where id = any(${ids}::uuid[])`.execute(
    reader,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the end-to-end pairs of the active routes that a rule applies to, by route code. */
export async function choosePairs(
  reader: Reader,
  rule: Pick<PricingRule, 'route_ids' | 'service_kinds'>,
): Promise<PreviewPair[]> {
  const { rows } = await sql<PreviewPair>`
    select id as route_id, origin_station_id, destination_station_id from routes
    where status = 'active' and origin_station_id is not null and destination_station_id is not null
      and (cardinality(${rule.route_ids}::uuid[]) = 0 or id = any(${rule.route_ids}::uuid[]))
      and (cardinality(${rule.service_kinds}::text[]) = 0 or service_kind = any(${rule.service_kinds}::text[]))
    order by code limit ${PRICE_PREVIEW_MAX_PAIRS}`.execute(reader)
  return rows
}
