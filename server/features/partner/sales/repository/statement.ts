import { sql, type SqlBool } from 'kysely'
import { PARTNER_STATEMENT_MAX_TRIPS } from '../../../../../contract/core/limits'
import type { PartnerStatement, Period } from '../../../../../contract/partner/statement'
import { COMMISSION } from '../../../../kernel/credit'
import type { Reader } from '../../../../db/transaction'
import { SEATED } from '../../../../domain/reservations/status'
import { owned, tripOf, withPlaces, type Owner } from '../repository'

/** Of a cancelled trip nothing but the fee is charged, and the partner earns nothing. */
const IS_CANCELLED = sql<boolean>`r.status = 'cancelled'`
const GROSS = sql<number>`case when ${IS_CANCELLED} then r.cancellation_fee_minor else r.total_minor end`
const EARNED = sql<number>`case when ${IS_CANCELLED} then 0 else ${COMMISSION} end`

/** What is charged: trips that were sold and departed from the first day to the last, and fees of cancelled ones. */
const isCharged = ({ from, to }: Period) => sql<SqlBool>`
  (r.status = any(${[...SEATED]}::text[]) or ${IS_CANCELLED} and r.cancellation_fee_minor > 0)
  and r.travel_at >= ${from}::date::timestamp at time zone p.timezone
  and r.travel_at < (${to}::date + 1)::timestamp at time zone p.timezone`

/** The partner that a statement is made out to. */
export const statementPartner = (reader: Reader, id: string): Promise<PartnerStatement['partner'] | undefined> =>
  reader.selectFrom('partners').select(['id', 'code', 'legal_name', 'timezone']).where('id', '=', id).executeTakeFirst()

export async function statementTotals(
  reader: Reader,
  owner: Owner,
  period: Period,
): Promise<PartnerStatement['totals']> {
  const rows = await owned(reader, owner)
    .where(isCharged(period))
    .select((eb) => [
      'r.currency',
      eb.fn.countAll<number>().as('trips'),
      sql<number>`sum(case when ${IS_CANCELLED} then 0 else r.seats end)`.as('seats'),
      sql<number>`sum(${GROSS})`.as('gross'),
      sql<number>`sum(${EARNED})`.as('earned'),
    ])
    .groupBy('r.currency')
    .orderBy('r.currency')
    .execute()
  return rows.map(({ currency, trips, seats, gross, earned }) => ({
    currency,
    trips: Number(trips),
    seats: Number(seats),
    gross_minor: Number(gross),
    commission_minor: Number(earned),
    net_minor: Number(gross) - Number(earned),
  }))
}

/** The trips of a statement by departure; one more than are listed tells that there are more. */
export async function statementTrips(reader: Reader, owner: Owner, period: Period): Promise<PartnerStatement['trips']> {
  const rows = await withPlaces(reader, owner)
    .where(isCharged(period))
    .select('r.cancellation_fee_minor')
    .orderBy('r.travel_at')
    .orderBy('r.id')
    .limit(PARTNER_STATEMENT_MAX_TRIPS + 1)
    .execute()
  return rows.map(({ cancellation_fee_minor: fee, ...row }) =>
    row.status === 'cancelled' ? tripOf({ ...row, gross_minor: fee, commission_minor: 0 }) : tripOf(row),
  )
}
