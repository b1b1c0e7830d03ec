import { sql, type SqlBool } from 'kysely'
import { PARTNER_STATEMENT_MAX_TRIPS } from '../../../../../contract/core/limits/money'
import type { PartnerStatement, Period } from '../../../../../contract/partner/statement'
import { STATEMENT_LINE } from '../../../../kernel/credit'
import type { Reader } from '../../../../db/transaction'
import { SEATED } from '../../../../domain/reservations/status'
import { owned, type Owner } from './owner'
import { tripOf, withPlaces } from './trip-list'

const { gross: GROSS, commission: COMMISSION, collected: COLLECTED } = STATEMENT_LINE
const IS_SOLD = sql<boolean>`r.status = any(${[...SEATED]}::text[])`
/** A trip counts on its day of departure, or on its day of booking when it has no departure. */
const AT = sql<string>`coalesce(r.travel_at, r.created_at)`

/** Condition for sold trips of the period, and for others with an amount other than zero. */
const isOnStatement = ({ from, to }: Period) => sql<SqlBool>`
  (${IS_SOLD} or (${GROSS}, ${COMMISSION}, ${COLLECTED}) is distinct from (0, 0, 0))
  and ${AT} >= ${from}::date::timestamp at time zone p.timezone
  and ${AT} < (${to}::date + 1)::timestamp at time zone p.timezone`

/** Returns the partner of a statement. */
export const statementPartner = (reader: Reader, id: string): Promise<PartnerStatement['partner'] | undefined> =>
  reader.selectFrom('partners').select(['id', 'code', 'legal_name', 'timezone']).where('id', '=', id).executeTakeFirst()

interface Amounts {
  gross: number
  commission: number
  collected: number
}

/** The database returns sums and rounded values as text. */
function amountsOf(row: Amounts) {
  const [gross, commission, collected] = [Number(row.gross), Number(row.commission), Number(row.collected)]
  return {
    gross_minor: gross,
    commission_minor: commission,
    collected_minor: collected,
    net_minor: gross - commission - collected,
  }
}

export async function statementTotals(
  reader: Reader,
  owner: Owner,
  period: Period,
): Promise<PartnerStatement['totals']> {
  const rows = await owned(reader, owner)
    .where(isOnStatement(period))
    .select((eb) => [
      'r.currency',
      eb.fn.countAll<number>().as('trips'),
      sql<number>`sum(case when ${IS_SOLD} then r.seats else 0 end)`.as('seats'),
      sql<number>`sum(${GROSS})`.as('gross'),
      sql<number>`sum(${COMMISSION})`.as('commission'),
      sql<number>`sum(${COLLECTED})`.as('collected'),
    ])
    .groupBy('r.currency')
    .orderBy('r.currency')
    .execute()
  return rows.map(({ currency, trips, seats, ...amounts }) => ({
    currency,
    trips: Number(trips),
    seats: Number(seats),
    ...amountsOf(amounts),
  }))
}

/** Rows per query; processing more rows in one batch would block the event loop. */
const TRIPS_AT_ONCE = 1_000

/** Returns the trips of a statement by departure, up to one more than the limit, which marks the list as cut. */
export async function statementTrips(reader: Reader, owner: Owner, period: Period): Promise<PartnerStatement['trips']> {
  const trips: PartnerStatement['trips'] = []
  let after: { at: string; id: string } | null = null
  for (;;) {
    const limit = Math.min(TRIPS_AT_ONCE, PARTNER_STATEMENT_MAX_TRIPS + 1 - trips.length)
    const rows = await statementRows(reader, owner, period, after, limit)
    for (const { at: _, gross, commission, collected, ...row } of rows)
      trips.push({ ...tripOf(row), ...amountsOf({ gross, commission, collected }) })
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit || trips.length > PARTNER_STATEMENT_MAX_TRIPS) return trips
    after = last
  }
}

/** Returns the next rows after a trip, or the first ones. */
function statementRows(
  reader: Reader,
  owner: Owner,
  period: Period,
  after: { at: string; id: string } | null,
  limit: number,
) {
  const rows = withPlaces(reader, owner)
    .where(isOnStatement(period))
    .select([
      GROSS.as('gross'),
      COMMISSION.as('commission'),
      COLLECTED.as('collected'),
      // Text preserves the microseconds of the timestamp.
      sql<string>`${AT}::text`.as('at'),
    ])
    .orderBy(AT)
    .orderBy('r.id')
    .limit(limit)
  return (
    after === null ? rows : rows.where(sql<SqlBool>`(${AT}, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
  ).execute()
}
