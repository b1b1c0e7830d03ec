import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Addon } from '../../contract/entities/addon'
import type { Fare } from '../../contract/entities/fare'
import type { PricingRule } from '../../contract/entities/pricing-rule'
import type { PriceBreakdown, PriceLine } from '../../contract/core/price-line'
import type { Route } from '../../contract/entities/route'
import type { Season } from '../../contract/entities/season'
import type { Station } from '../../contract/entities/station'
import type { TaxMode } from '../../contract/core/vocabulary'
import type { Reader, Tx } from '../db/transaction'
import { canonicalPrice } from '../domain/pricing/price'

/** Active rules, seasons and add-ons, with the company's settings for rounding and tax. */
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
    cancellation_policy: { hours_before: number; percent_bp: number }[]
    /** Whether a change to another service date counts as a replacement. */
    rebooking_allowed: boolean
  }
  /** Changes with every change of the list. */
  version: string
  /** Whether a sale uses the list, so that it is stored in `price_lists`. */
  isStored: boolean
}

type Listed = Pick<PriceList, 'rules' | 'seasons' | 'addons'>

/** Lists by version. An installation uses only the latest version; tests use several. */
const known = new Map<string, Listed>()
const MAX_KNOWN = 4
/** Most changes come soon after the sale, so lists of older sales are rarely needed. */
const MAX_SOLD = 16

/** Company settings of a price list, and the version of the list. */
export interface SellingCompany {
  prices: PriceList['company']
  list_version: string
  is_stored: boolean
}

/** SQL expression that returns the `SellingCompany`. */
export const SELLING_COMPANY = sql<SellingCompany>`(
  select json_build_object('list_version', price_list_version,
    'is_stored', exists (select 1 from price_lists where version = price_list_version),
    'prices', json_build_object('currency', currency, 'timezone', timezone, 'fare_tax_bp', fare_tax_bp,
      'tax_mode', tax_mode, 'price_increment_minor', price_increment_minor, 'cancellation_policy', cancellation_policy,
      'rebooking_allowed', rebooking_allowed))
  from company)`

/**
 * Returns the current price list. Active entries are cached by the version of the list. The version is read every time, so
 * that a change applies from its commit on in every process.
 * @param company if it was read just before
 */
export async function readPriceList(reader: Reader, company?: SellingCompany): Promise<PriceList> {
  const { prices, list_version: version, is_stored: isStored } = company ?? (await readCompany(reader))
  const listed = known.get(version)
  if (listed) return { ...listed, company: prices, version, isStored }
  const fresh = await readListed(reader)
  // Several statements read the list, so it matches the version only if the version is still the same afterwards.
  if ((await readCompany(reader)).list_version !== version) return readPriceList(reader)
  keep(version, fresh)
  return { ...fresh, company: prices, version, isStored }
}

/** Stores a price list for as long as the sales that use it. */
export async function keepPriceList(tx: Tx, { version, isStored, ...content }: PriceList): Promise<void> {
  if (isStored) return
  await tx
    .insertInto('price_lists')
    .values({ version, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type SoldList = Omit<PriceList, 'version' | 'isKept'>

const sold = new Map<string, SoldList>()

/** Returns the price list of a past sale. @throws Error if it is missing */
export async function readSoldList(reader: Reader, version: string): Promise<SoldList> {
  const before = sold.get(version)
  if (before) return before
  const { rows } = await sql<{ content: SoldList }>`
    select content from price_lists where version = ${version}`.execute(reader)
  const content = rows[0]?.content
  if (!content) throw new Error(`The price list ${version} of a sale is missing.`)
  const [oldest] = sold.keys()
  if (sold.size >= MAX_SOLD && oldest !== undefined) sold.delete(oldest)
  sold.set(version, content)
  return content
}

function keep(version: string, listed: Listed): void {
  const [oldest] = known.keys()
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  known.set(version, listed)
}

async function readCompany(reader: Reader): Promise<SellingCompany> {
  const { rows } = await sql<{ company: SellingCompany | null }>`select ${SELLING_COMPANY} as company`.execute(reader)
  const company = rows[0]?.company
  if (!company) throw new Error('There is no company in the database.')
  return company
}

/** Returns the company's currency, which applies to amounts without one. */
export const readCompanyCurrency = async (reader: Reader): Promise<string> =>
  (await readCompany(reader)).prices.currency

async function readListed(reader: Reader): Promise<Listed> {
  const { rows: rules } = await sql<PricingRule>`select * from pricing_rules where status = 'active'`.execute(reader)
  const { rows: seasons } = await sql<Season>`select * from seasons where status = 'active'`.execute(reader)
  const { rows: addons } = await sql<Addon>`
    select * from addons where status = 'active' order by code`.execute(reader)
  return { rules, seasons, addons }
}

/** Routes with their fares, and stations, with the columns that pricing needs. */
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
  const fares = await readFares(reader, { routeIds: routes, stationIds: stations })
  const { rows: stationRows } = await sql<Pick<Station, 'id' | 'name' | 'timezone' | 'zone_code'>>`
    select id, name, timezone, zone_code from stations where id = any(${stations}::uuid[])`.execute(reader)
  return {
    routes: new Map(routeRows.map((row) => [row.id, row])),
    fares,
    stations: new Map(stationRows.map((row) => [row.id, row])),
  }
}

/** Returns the fares of routes that apply between two of the stations, or between any two. */
async function readFares(
  reader: Reader,
  { routeIds, stationIds }: { routeIds: readonly string[]; stationIds: readonly string[] },
): Promise<Fare[]> {
  const { rows } = await sql<Fare>`
    select * from fares where route_id = any(${[...routeIds]}::uuid[])
      and (origin_station_id is null
        or (origin_station_id = any(${[...stationIds]}::uuid[])
          and destination_station_id = any(${[...stationIds]}::uuid[])))`.execute(reader)
  return rows
}

/** Returns tags and blocked state of the customer; empty without a customer. */
export async function customerAtSale(
  reader: Reader,
  id: string | null,
): Promise<{ tags: string[]; is_blocked: boolean }> {
  if (id === null) return { tags: [], is_blocked: false }
  const row = await reader
    .selectFrom('customers')
    .select(['tags', 'is_blocked'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { tags: [], is_blocked: false }
}

/** Returns the tags of a customer; none without a customer. */
export const customerTags = async (reader: Reader, id: string | null): Promise<string[]> =>
  (await customerAtSale(reader, id)).tags

/** Stores a quoted price until it expires, and deletes up to 100 expired quotes. */
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

/** Returns the quoted price with this hash; null if it is unknown or already deleted. */
export async function quotedPrice(reader: Reader, hash: string): Promise<PriceBreakdown | null> {
  const row = await reader
    .selectFrom('price_quotes')
    .select(['price_hash', 'currency', 'total_minor', 'lines'])
    .where('price_hash', '=', hash)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the hash that identifies equal prices: SHA-256 in hex. */
export const priceHash = (currency: string, lines: readonly PriceLine[]): string =>
  createHash('sha256').update(canonicalPrice(currency, lines)).digest('hex')
