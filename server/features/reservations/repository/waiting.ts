import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { WaitingEntry } from '../../../../contract/entities/waiting-entry'
import type { Reader, Tx } from '../../../db/transaction'

const COLUMNS = sql`id, version, created_at, journey_id, board_seq, alight_seq, passengers, seats, lead_name, lead_phone,
  lead_email, locale, customer_id, state, skip_reason, reservation_id`

export type Joining = Pick<
  WaitingEntry,
  'board_seq' | 'alight_seq' | 'passengers' | 'lead_name' | 'lead_phone' | 'lead_email' | 'locale' | 'customer_id'
>

/** Inserts a party at the end of a waiting list. */
export async function addEntry(
  tx: Tx,
  journeyId: string,
  request: Joining & { seats: number },
  at: string,
): Promise<WaitingEntry> {
  const { rows } = await sql<WaitingEntry>`
    insert into waiting_entries (id, journey_id, board_seq, alight_seq, passengers, seats, lead_name, lead_phone,
      lead_email, locale, customer_id, created_at)
    values (${uuidv7()}, ${journeyId}, ${request.board_seq}, ${request.alight_seq}, ${JSON.stringify(request.passengers)},
      ${request.seats}, ${request.lead_name}, ${request.lead_phone}, ${request.lead_email}, ${request.locale}, ${request.customer_id}, ${at})
    returning ${COLUMNS}`.execute(tx)
  const [entry] = rows
  if (!entry) throw new Error('The entry was not stored.')
  return entry
}

export const hasQueue = async (tx: Tx, journeyId: string): Promise<boolean> =>
  (await sql`select 1 from waiting_entries where journey_id = ${journeyId} and state = 'waiting' limit 1`.execute(tx))
    .rows.length > 0

export async function waitingOn(reader: Reader, journeyId: string): Promise<WaitingEntry[]> {
  const { rows } = await sql<WaitingEntry>`
    select ${COLUMNS} from waiting_entries where journey_id = ${journeyId} order by created_at, id`.execute(reader)
  return rows
}

/** Locks an entry of a waiting list until the transaction ends. */
export async function lockEntry(tx: Tx, id: string): Promise<WaitingEntry | undefined> {
  const { rows } = await sql<WaitingEntry>`
    select ${COLUMNS} from waiting_entries where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** An entry that waits or has an offer, with the status of the offered reservation. */
export type OpenEntry = WaitingEntry & { status: string | null }

/** Whether a journey has waiting entries or unsettled offers. */
export const hasOpen = async (reader: Reader, journeyId: string): Promise<boolean> =>
  (
    await sql`select 1 from waiting_entries where journey_id = ${journeyId} and state in ('waiting', 'offered') limit 1`.execute(
      reader,
    )
  ).rows.length > 0

/** Locks the open entries of a journey, in the order of joining. */
export async function lockOpen(tx: Tx, journeyId: string): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    select w.*, r.status from waiting_entries w left join reservations r on r.id = w.reservation_id
    where w.journey_id = ${journeyId} and w.state in ('waiting', 'offered')
    order by w.created_at, w.id for update of w`.execute(tx)
  return rows
}

export interface Page {
  at: Date
  /** The last journey of the previous page; null for the first page. */
  after: string | null
  limit: number
}

/** Returns journeys on which a party waits that can still travel, or an offer has ended, in the order of their ids. */
export async function journeysWaiting(reader: Reader, { at, after, limit }: Page): Promise<string[]> {
  const { rows } = await sql<{ journey_id: string }>`
    select distinct w.journey_id from waiting_entries w join journeys j on j.id = w.journey_id
      left join reservations r on r.id = w.reservation_id
    where (w.state = 'waiting' and j.arrives_at > ${at.toISOString()} and j.service_status not in ('completed', 'cancelled')
        or w.state = 'offered' and (r.id is null or r.status <> 'on_hold'))
      and (${after}::uuid is null or w.journey_id > ${after}::uuid)
    order by w.journey_id limit ${limit}`.execute(reader)
  return rows.map((row) => row.journey_id)
}

/** SQL condition: the boarding call `c` of journey `j` has departed or was cancelled. */
const isOver = (
  at: Date,
) => sql<boolean>`(j.service_status in ('completed', 'cancelled') or j.arrives_at <= ${at.toISOString()}
  or coalesce(c.actual_depart, c.expected_depart, c.planned_depart) <= ${at.toISOString()})`

const WAITING_ON_CALLS = sql`waiting_entries w join journeys j on j.id = w.journey_id
  left join journey_calls c on c.journey_id = w.journey_id and c.seq = w.board_seq`

/** Returns journeys on which parties wait for a departure that has left or was cancelled, in the order of their ids. */
export async function journeysOver(reader: Reader, { at, after, limit }: Page): Promise<string[]> {
  const { rows } = await sql<{ journey_id: string }>`
    select distinct w.journey_id from ${WAITING_ON_CALLS}
    where w.state = 'waiting' and ${isOver(at)} and (${after}::uuid is null or w.journey_id > ${after}::uuid)
    order by w.journey_id limit ${limit}`.execute(reader)
  return rows.map((row) => row.journey_id)
}

/** Locks the parties of a journey that wait for a departure that has left or was cancelled, in the order of joining. */
export async function lockOver(tx: Tx, journeyId: string, at: Date): Promise<(WaitingEntry & { code: string })[]> {
  const { rows } = await sql<WaitingEntry & { code: string }>`
    select w.*, j.code from ${WAITING_ON_CALLS}
    where w.journey_id = ${journeyId} and w.state = 'waiting' and ${isOver(at)}
    order by w.created_at, w.id for update of w`.execute(tx)
  return rows
}

export async function setState(
  tx: Tx,
  id: string,
  state: WaitingEntry['state'],
  reservationId: string | null,
): Promise<WaitingEntry> {
  const { rows } = await sql<WaitingEntry>`
    update waiting_entries set state = ${state}, reservation_id = ${reservationId}, skip_reason = null,
      version = version + 1, updated_at = now()
    where id = ${id} returning ${COLUMNS}`.execute(tx)
  const [entry] = rows
  if (!entry) throw new Error(`Waiting entry ${id} is not stored.`)
  return entry
}

/** Stores the reason for which a waiting party was skipped. */
export async function setSkipReason(tx: Tx, id: string, reason: WaitingEntry['skip_reason']): Promise<void> {
  await sql`
    update waiting_entries set skip_reason = ${reason}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
}
