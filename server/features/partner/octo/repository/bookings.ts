import { sql } from 'kysely'
import { OCTO_BOOKINGS_MAX } from '../../../../../contract/core/limits/partner-api'
import type { OctoBookingsQuery } from '../../../../../contract/partner/octo'
import type { Environment } from '../../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../../db/transaction'
import type { ContactExtras } from '../contact'

/** Data of a reseller's booking that the trip does not store. */
export interface Given {
  id: string
  productId: string
  resellerReference: string | null
  confirmedAt: string | null
  contact: Partial<ContactExtras>
  /** In the order of the passengers. */
  unitItems: { uuid: string; resellerReference: string | null }[]
}

interface Owner {
  partnerId: string
  environment: Environment
}

const GIVEN = sql`b.reservation_id as id, b.product_id as "productId", b.reseller_reference as "resellerReference",
  b.confirmed_at as "confirmedAt", b.contact, b.unit_items as "unitItems"`

/** Returns a booking by the reseller's uuid; undefined for other partners' bookings and for trips not made by OCTO. */
export async function findGiven(
  reader: Reader,
  { partnerId, environment }: Owner,
  uuid: string,
): Promise<Given | undefined> {
  const { rows } = await sql<Given>`
    select ${GIVEN} from octo_bookings b join reservations r on r.id = b.reservation_id
    where r.partner_id = ${partnerId} and r.environment = ${environment} and r.partner_reference = ${uuid}`.execute(
    reader,
  )
  return rows[0]
}

/** Returns the latest matching bookings, newest first. */
export async function listGiven(
  reader: Reader,
  { partnerId, environment }: Owner,
  query: OctoBookingsQuery,
): Promise<Given[]> {
  const from = query.localDate ?? query.localDateStart
  const to = query.localDate ?? query.localDateEnd
  const parts = [sql`r.partner_id = ${partnerId} and r.environment = ${environment}`]
  if (query.resellerReference !== undefined) parts.push(sql`b.reseller_reference = ${query.resellerReference}`)
  if (query.supplierReference !== undefined) parts.push(sql`r.reference = ${query.supplierReference}`)
  if (query.productId !== undefined) parts.push(sql`b.product_id = ${query.productId}`)
  if (from !== undefined) parts.push(sql`(r.travel_at at time zone s.timezone)::date >= ${from}::date`)
  if (to !== undefined) parts.push(sql`(r.travel_at at time zone s.timezone)::date <= ${to}::date`)
  const { rows } = await sql<Given>`
    select ${GIVEN} from octo_bookings b
    join reservations r on r.id = b.reservation_id left join stations s on s.id = r.origin_station_id
    where ${sql.join(parts, sql` and `)}
    order by r.created_at desc, r.id desc limit ${OCTO_BOOKINGS_MAX}`.execute(reader)
  return rows
}

export async function saveGiven(tx: Tx, given: Given): Promise<void> {
  await sql`
    insert into octo_bookings (reservation_id, product_id, reseller_reference, confirmed_at, contact, unit_items)
    values (${given.id}, ${given.productId}, ${given.resellerReference}, ${given.confirmedAt},
      ${JSON.stringify(given.contact)}::jsonb, ${JSON.stringify(given.unitItems)}::jsonb)
    on conflict (reservation_id) do update set product_id = excluded.product_id,
      reseller_reference = excluded.reseller_reference, confirmed_at = excluded.confirmed_at,
      contact = excluded.contact, unit_items = excluded.unit_items`.execute(tx)
}
