import { sql } from 'kysely'
import type { Customer } from '../../../../contract/entities/customer'
import type { MergeOutcome } from '../../../../contract/operations/customer-merge'
import type { Tx } from '../../../db/transaction'

/** The records that a merge moved. */
export interface Moved {
  reservations: { id: string; reference: string }[]
  waitingIds: string[]
  /** Customers that had been merged into the merged one before. */
  earlierIds: string[]
}

/** Locks the reservations of a customer. This comes before locking any customer, as in sales. */
export const lockReservations = (tx: Tx, customerId: string) =>
  sql`select 1 from reservations where customer_id = ${customerId} order by id for no key update`.execute(tx)

/** Locks two customers in the order of their ids, so that concurrent merges do not deadlock. */
export async function lockBoth(tx: Tx, ids: readonly string[]): Promise<Map<string, Customer>> {
  const { rows } = await sql<Customer>`
    select * from customers where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function countReservations(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations where customer_id = ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Moves all records of one customer to another, and leaves the first as a pointer to the second. */
export async function moveAll(tx: Tx, fromId: string, toId: string, at: Date): Promise<Moved> {
  const now = at.toISOString()
  await sql`
    update customers set merged_into_id = ${toId}, version = version + 1, updated_at = ${now} where id = ${fromId}`.execute(
    tx,
  )
  const { rows: reservations } = await sql<{ id: string; reference: string }>`
    update reservations set customer_id = ${toId}, version = version + 1, updated_at = ${now}
    where customer_id = ${fromId} returning id, reference`.execute(tx)
  const { rows: waiting } = await sql<{ id: string }>`
    update waiting_entries set customer_id = ${toId} where customer_id = ${fromId} returning id`.execute(tx)
  const { rows: earlier } = await sql<{ id: string }>`
    update customers set merged_into_id = ${toId}, version = version + 1, updated_at = ${now}
    where merged_into_id = ${fromId} returning id`.execute(tx)
  const moved = { reservations, waitingIds: idsOf(waiting), earlierIds: idsOf(earlier) }
  await sql`
    insert into customer_merges (merged_id, kept_id, at, reservation_ids, waiting_ids, earlier_ids)
    values (${fromId}, ${toId}, ${now}, ${idsOf(reservations)}::uuid[], ${moved.waitingIds}::uuid[],
      ${moved.earlierIds}::uuid[])`.execute(tx)
  return moved
}

/** Reverts a merge for the records that are still where the merge moved them; null if they were not merged. */
export async function moveBack(
  tx: Tx,
  mergedId: string,
  survivorId: string,
  at: Date,
): Promise<Moved['reservations'] | null> {
  const now = at.toISOString()
  const { rows } = await sql<{ reservation_ids: string[]; waiting_ids: string[]; earlier_ids: string[] }>`
    delete from customer_merges where merged_id = ${mergedId} and kept_id = ${survivorId}
    returning reservation_ids, waiting_ids, earlier_ids`.execute(tx)
  const [merge] = rows
  if (!merge) return null
  await sql`
    update customers set merged_into_id = null, version = version + 1, updated_at = ${now} where id = ${mergedId}`.execute(
    tx,
  )
  const { rows: reservations } = await sql<{ id: string; reference: string }>`
    update reservations set customer_id = ${mergedId}, version = version + 1, updated_at = ${now}
    where id = any(${merge.reservation_ids}::uuid[]) and customer_id = ${survivorId} returning id, reference`.execute(
    tx,
  )
  await sql`
    update waiting_entries set customer_id = ${mergedId}
    where id = any(${merge.waiting_ids}::uuid[]) and customer_id = ${survivorId}`.execute(tx)
  await sql`
    update customers set merged_into_id = ${mergedId}, version = version + 1, updated_at = ${now}
    where id = any(${merge.earlier_ids}::uuid[]) and merged_into_id = ${survivorId}`.execute(tx)
  return reservations
}

/** Counts the records that a merge moved, for the answer. */
export async function countMoved(tx: Tx, { reservations, waitingIds }: Moved): Promise<MergeOutcome['moved']> {
  const ids = idsOf(reservations)
  const { rows } = await sql<{ passengers: number; mails: number }>`
    select (select count(*)::int from reservation_passengers where reservation_id = any(${ids}::uuid[])) as passengers,
      (select count(*)::int from mails where entity_id = any(${ids}::uuid[])) as mails`.execute(tx)
  const { passengers = 0, mails = 0 } = rows[0] ?? {}
  return { reservations: ids.length, passengers, waiting_entries: waitingIds.length, mails }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
