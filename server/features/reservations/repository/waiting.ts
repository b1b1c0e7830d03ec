import type { Reservation } from '../../../../contract/entities/reservation'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { WaitingEntry } from '../../../../contract/entities/waiting-entry'
import type { Store } from '../../../crud/store'
import { audit, type Change } from '../../../kernel/audit'
import { customerAtSale } from '../../../kernel/prices'
import { expireHolds, lockSeats } from '../../../kernel/seats'
import type { Reader, Tx } from '../../../db/transaction'
import { seatsLeft } from '../../../domain/availability/seats'
import { seatsNeeded } from '../../../domain/reservations/passengers'
import { saleIssues } from '../../../domain/reservations/sale'
import { systemContext, type Context } from '../../../http/context'
import { Refusal, invalid, wrongState } from '../../../http/refusal'
import { lockLegs } from './journeys'

const COLUMNS = sql`id, version, created_at, journey_id, board_seq, alight_seq, passengers, seats, lead_name, lead_phone,
  lead_email, locale, customer_id, state, reservation_id`

type Joining = Pick<
  WaitingEntry,
  'board_seq' | 'alight_seq' | 'passengers' | 'lead_name' | 'lead_phone' | 'lead_email' | 'locale' | 'customer_id'
>

/** Puts a party at the end of the list. @throws Refusal when seats are there, or the way is none. */
export async function join(tx: Tx, journeyId: string, wish: Joining, context: Context): Promise<WaitingEntry> {
  const now = context.now()
  await expireHolds(tx, context, [journeyId])
  const leg = { journey_id: journeyId, board_seq: wish.board_seq, alight_seq: wish.alight_seq }
  const [booked] = await lockLegs(tx, [leg], { partnerId: null, now })
  if (!booked) throw new Error('One leg was asked for.')
  const { journey, board, alight } = booked
  const [issue] = saleIssues(journey, board, alight, { now, isRequest: true, ignoresCutoff: false })
  if (issue) throw invalid([{ path: issue.field, message: issue.message }])
  const seats = seatsNeeded(wish.passengers)
  if (seats === 0) throw invalid([{ path: 'passengers', message: 'Nobody in this party needs a seat.' }])
  const left = seatsLeft(journey.seats, leg, journey.setAside)
  if (left >= seats && !(await hasQueue(tx, journeyId)))
    throw wrongState([{ path: 'passengers', message: `${left} seats are left on ${journey.code}: book them.` }])
  const { rows } = await sql<WaitingEntry>`
    insert into waiting_entries (id, journey_id, board_seq, alight_seq, passengers, seats, lead_name, lead_phone,
      lead_email, locale, customer_id, created_at)
    values (${uuidv7()}, ${journeyId}, ${wish.board_seq}, ${wish.alight_seq}, ${JSON.stringify(wish.passengers)}, ${seats},
      ${wish.lead_name}, ${wish.lead_phone}, ${wish.lead_email}, ${wish.locale}, ${wish.customer_id}, ${now.toISOString()})
    returning ${COLUMNS}`.execute(tx)
  const entry = rows[0]
  if (!entry) throw new Error('The entry was not stored.')
  await note(tx, context, 'journeys.waiting_joined', entry, journey.code)
  return entry
}

const hasQueue = async (tx: Tx, journeyId: string): Promise<boolean> =>
  (await sql`select 1 from waiting_entries where journey_id = ${journeyId} and state = 'waiting' limit 1`.execute(tx))
    .rows.length > 0

export async function waitingOn(reader: Reader, journeyId: string): Promise<WaitingEntry[]> {
  const { rows } = await sql<WaitingEntry>`
    select ${COLUMNS} from waiting_entries where journey_id = ${journeyId} order by created_at, id`.execute(reader)
  return rows
}

export async function withdraw(tx: Tx, id: string, context: Context): Promise<WaitingEntry> {
  const { rows } = await sql<WaitingEntry>`select ${COLUMNS} from waiting_entries where id = ${id} for update`.execute(
    tx,
  )
  const [entry] = rows
  if (!entry) throw new Refusal('not_found', 'There is no such place on a waiting list.')
  if (entry.state === 'withdrawn') return entry
  if (entry.state !== 'waiting')
    throw wrongState([{ path: 'state', message: `This party is ${entry.state}: cancel its reservation instead.` }])
  const changed = await setState(tx, id, 'withdrawn', null)
  await note(tx, context, 'journeys.waiting_withdrawn', entry, null)
  return changed
}

/** Journeys whose waiting parties may have something to hear: one waits, or an offer has come to an end. */
export async function journeysWaiting(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ journey_id: string }>`
    select distinct w.journey_id from waiting_entries w left join reservations r on r.id = w.reservation_id
    where w.state = 'waiting' or (w.state = 'offered' and (r.id is null or r.status <> 'on_hold'))
    order by w.journey_id limit 200`.execute(reader)
  return rows.map((row) => row.journey_id)
}

/**
 * Settles the offers that were taken or ran out, and offers free seats, as holds, to the parties that wait: in the
 * order of coming, to each that fits. Nothing is overbooked for it.
 */
export async function offerSeats(
  tx: Tx,
  store: Store<Reservation>,
  journeyIds: readonly string[],
  now: () => Date,
): Promise<number> {
  const context = { ...systemContext('waiting list', now) }
  context.actor = { ...context.actor, role: 'viewer' }
  let offered = 0
  for (const journeyId of [...new Set(journeyIds)].sort()) {
    const { rows: open } = await sql<WaitingEntry & { status: string | null }>`
      select w.*, r.status from waiting_entries w left join reservations r on r.id = w.reservation_id
      where w.journey_id = ${journeyId} and w.state in ('waiting', 'offered')
      order by w.created_at, w.id for update of w`.execute(tx)
    if (open.length === 0) continue
    for (const entry of open) if (entry.state === 'offered') await settle(tx, entry)
    await expireHolds(tx, context, [journeyId])
    await lockSeats(tx, [journeyId])
    for (const entry of open) if (entry.state === 'waiting' && (await offer(tx, store, entry, context))) offered += 1
  }
  return offered
}

async function settle(tx: Tx, entry: WaitingEntry & { status: string | null }): Promise<void> {
  if (entry.status === 'on_hold') return
  const isOver = entry.status === null || ['expired', 'cancelled', 'rejected'].includes(entry.status)
  await setState(tx, entry.id, isOver ? 'lapsed' : 'booked', entry.reservation_id)
}

async function offer(tx: Tx, store: Store<Reservation>, entry: WaitingEntry, context: Context): Promise<boolean> {
  const { journey_id, board_seq, alight_seq } = entry
  const leg = { journey_id, board_seq, alight_seq }
  const [booked] = await lockLegs(tx, [leg], { partnerId: null, now: context.now() })
  if (!booked) return false
  const { journey, board, alight } = booked
  const seller = { now: context.now(), isRequest: false, ignoresCutoff: false }
  if (saleIssues(journey, board, alight, seller).length > 0) return false
  if (seatsLeft(journey.seats, leg, journey.setAside) < entry.seats) return false
  const { lead_name, lead_phone, lead_email, locale, customer_id, passengers } = entry
  if ((await customerAtSale(tx, customer_id)).is_blocked) return false
  const wish = { lead_name, lead_phone, lead_email, locale, customer_id, passengers, legs: [leg], status: 'on_hold' }
  const reservation = await store.createIn(tx, store.entity.create.parse(wish), context)
  await setState(tx, entry.id, 'offered', reservation.id)
  await note(tx, context, 'journeys.waiting_offered', entry, journey.code, [
    { field: 'reservation', old: null, new: reservation['reference'] },
  ])
  return true
}

async function setState(
  tx: Tx,
  id: string,
  state: WaitingEntry['state'],
  reservationId: string | null,
): Promise<WaitingEntry> {
  const { rows } = await sql<WaitingEntry>`
    update waiting_entries set state = ${state}, reservation_id = ${reservationId}, version = version + 1,
      updated_at = now()
    where id = ${id} returning ${COLUMNS}`.execute(tx)
  const [entry] = rows
  if (!entry) throw new Error(`Waiting entry ${id} is not stored.`)
  return entry
}

async function note(
  tx: Tx,
  context: Context,
  action: string,
  { journey_id, lead_name, seats }: WaitingEntry,
  code: string | null,
  more: Change[] = [],
): Promise<void> {
  await audit(tx, context, {
    action,
    entity: { type: 'journeys', id: journey_id, label: code ?? lead_name },
    changes: [{ field: 'waiting', old: null, new: `${lead_name}, ${seats}` }, ...more],
  })
}
