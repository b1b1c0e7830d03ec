import { sql } from 'kysely'
import type { SALES_STATUSES } from '../../../../contract/core/vocabulary'
import { auditParts, type AuditContext } from '../../../kernel/audit'
import type { Reader, Tx } from '../../../db/transaction'
import { batches, type Link } from './links'

type SalesStatus = (typeof SALES_STATUSES)[number]

/** A journey from a feed that may still be sold or operated. */
export interface LinkedJourney extends Link {
  externalId: string
  code: string
  salesStatus: SalesStatus
  departsAt: string
  /** Seats sold or held on its fullest leg. */
  seatsTaken: number
}

const BATCH_ROWS = 5_000

/** Yields the journeys that a feed created on service dates and that are neither under way, completed nor cancelled. */
export async function* linkedJourneysOn(
  reader: Reader,
  source: string,
  from: string,
  to: string,
): AsyncGenerator<LinkedJourney> {
  let after = ''
  for (;;) {
    const { rows } = await sql<LinkedJourney>`
      select l.external_id as "externalId", l.record_id as "recordId", l.fingerprint, j.code,
        j.sales_status as "salesStatus", j.departs_at as "departsAt", j.peak_load as "seatsTaken"
      from import_links l join journeys j on j.id = l.record_id
      where l.source = ${source} and l.kind = 'journeys' and l.external_id > ${after}
        and j.service_date between ${from}::date and ${to}::date
        and j.service_status in ('draft', 'scheduled', 'boarding')
      order by l.external_id limit ${BATCH_ROWS}`.execute(reader)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return
    after = last.externalId
  }
}

type Sold = Pick<LinkedJourney, 'recordId' | 'salesStatus'>

/** Closes the sale of journeys; existing reservations stay. */
export async function stopSales(tx: Tx, context: AuditContext, journeys: readonly Sold[]): Promise<void> {
  await setSales(
    tx,
    context,
    journeys.map(({ recordId }) => ({ recordId, salesStatus: 'closed' })),
    'The timetable no longer contains it',
  )
}

/** Restores the sales status of journeys, except those with a sales status changed since. */
export async function reopenSales(tx: Tx, context: AuditContext, journeys: readonly Sold[]): Promise<void> {
  await setSales(tx, context, journeys, 'The timetable contains it again', 'closed')
}

async function setSales(
  tx: Tx,
  context: AuditContext,
  journeys: readonly Sold[],
  reason: string,
  only?: SalesStatus,
): Promise<void> {
  for (const some of batches(journeys, BATCH_ROWS)) {
    const requested = new Map(some.map(({ recordId, salesStatus }) => [recordId, salesStatus]))
    // Same lock order as sales: journeys by id.
    const { rows } = await sql<{ id: string; code: string; sales_status: SalesStatus }>`
      select id, code, sales_status from journeys where id = any(${[...requested.keys()]}::uuid[])
      order by id for update`.execute(tx)
    const changed = rows.filter(
      ({ id, sales_status: now }) => now !== requested.get(id) && (only === undefined || now === only),
    )
    await sql`
      update journeys j set sales_status = r.sales_status, version = version + 1, updated_at = now()
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ id }) => requested.get(id))}::text[])
        as r(id, sales_status)
      where j.id = r.id`.execute(tx)
    await auditParts(
      tx,
      context,
      changed.map(({ id, code, sales_status: old }) => ({
        action: 'journeys.updated',
        entity: { type: 'journeys', id, label: code },
        changes: [{ field: 'sales_status', old, new: requested.get(id) }],
        reason,
      })),
    )
  }
}
