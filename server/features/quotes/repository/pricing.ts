import { sql } from 'kysely'
import type { HireTariff } from '../../../../contract/entities/hire-tariff'
import type { PartnerContract } from '../../../../contract/entities/partner'
import type { PricingRule } from '../../../../contract/entities/pricing-rule'
import type { PreviewPair } from '../../../../contract/operations/pricing-preview'
import { PRICE_PREVIEW_MAX_PAIRS } from '../../../../contract/core/limits/sales'
import type { Reader } from '../../../db/transaction'

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
