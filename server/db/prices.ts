import { sql } from 'kysely'
import type { Addon, Fare, PricingRule, Season, Station } from '../../contract/entities'
import type { PriceBreakdown } from '../../contract/entities/price-line'
import type { Route } from '../../contract/entities/route'
import type { TaxMode } from '../../contract/vocabulary'
import type { Reader } from './transaction'

/** What the company sells at: rules, seasons and add-ons that are active, and how it rounds and taxes. */
export interface PriceList {
  rules: PricingRule[]
  seasons: Season[]
  addons: Addon[]
  company: {
    currency: string
    timezone: string
    fare_tax_bp: number
    tax_mode: TaxMode
    price_increment_minor: number
  }
}

export async function readPriceList(reader: Reader): Promise<PriceList> {
  const { rows: rules } = await sql<PricingRule>`select * from pricing_rules where status = 'active'`.execute(reader)
  const { rows: seasons } = await sql<Season>`select * from seasons where status = 'active'`.execute(reader)
  const { rows: addons } = await sql<Addon>`
    select * from addons where status = 'active' order by code`.execute(reader)
  const company = await reader
    .selectFrom('company')
    .select(['currency', 'timezone', 'fare_tax_bp', 'tax_mode', 'price_increment_minor'])
    .executeTakeFirstOrThrow()
  return { rules, seasons, addons, company }
}

/** Routes with their fares, and stations, as prices need them. */
export interface PricedNetwork {
  routes: ReadonlyMap<string, Pick<Route, 'id' | 'code' | 'service_kind'>>
  fares: readonly Fare[]
  stations: ReadonlyMap<string, Pick<Station, 'id' | 'name' | 'timezone' | 'zone_code'>>
}

export async function readPricedNetwork(
  reader: Reader,
  { routeIds, stationIds }: { routeIds: readonly string[]; stationIds: readonly string[] },
): Promise<PricedNetwork> {
  const [routes, stations] = [[...new Set(routeIds)], [...new Set(stationIds)]]
  const { rows: routeRows } = await sql<Pick<Route, 'id' | 'code' | 'service_kind'>>`
    select id, code, service_kind from routes where id = any(${routes}::uuid[])`.execute(reader)
  const { rows: fares } = await sql<Fare>`
    select * from fares where route_id = any(${routes}::uuid[])
      and (origin_station_id is null
        or (origin_station_id = any(${stations}::uuid[]) and destination_station_id = any(${stations}::uuid[])))`.execute(
    reader,
  )
  const { rows: stationRows } = await sql<Pick<Station, 'id' | 'name' | 'timezone' | 'zone_code'>>`
    select id, name, timezone, zone_code from stations where id = any(${stations}::uuid[])`.execute(reader)
  return {
    routes: new Map(routeRows.map((row) => [row.id, row])),
    fares,
    stations: new Map(stationRows.map((row) => [row.id, row])),
  }
}

/** The tags of a customer; none for nobody. */
export async function customerTags(reader: Reader, id: string | null): Promise<string[]> {
  if (id === null) return []
  const row = await reader.selectFrom('customers').select('tags').where('id', '=', id).executeTakeFirst()
  return row?.tags ?? []
}

/** Keeps a price that was told for as long as it is promised, and forgets some that no longer are. */
export async function keepQuote(reader: Reader, price: PriceBreakdown, expiresAt: Date, now: Date): Promise<void> {
  await sql`
    delete from price_quotes where price_hash in (
      select price_hash from price_quotes where expires_at < ${now.toISOString()} limit 100)`.execute(reader)
  await sql`
    insert into price_quotes (price_hash, currency, total_minor, lines, expires_at)
    values (${price.price_hash}, ${price.currency}, ${price.total_minor}, ${JSON.stringify(price.lines)},
      ${expiresAt.toISOString()})
    on conflict (price_hash) do update set expires_at = excluded.expires_at`.execute(reader)
}

/** The price that was told with this hash; null when that was long ago, or never. */
export async function quotedPrice(reader: Reader, hash: string): Promise<PriceBreakdown | null> {
  const row = await reader
    .selectFrom('price_quotes')
    .select(['price_hash', 'currency', 'total_minor', 'lines'])
    .where('price_hash', '=', hash)
    .executeTakeFirst()
  return row ?? null
}
