import { choice, sentence, type Sentence } from '../../../../contract/core/sentence'
import { joinLines } from '../../../../contract/core/scalars'
import type { ErrorCode } from '../../../../contract/core/errors'
import type { EventAction } from '../../../../contract/core/events'
import type { WaitingSkipReason } from '../../../../contract/core/vocabulary'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { WaitingEntry } from '../../../../contract/entities/waiting-entry'
import type { Step } from '../../../crud/store-options'
import type { Store } from '../../../crud/store'
import { audit, type Change } from '../../../kernel/audit'
import { customerAtSale } from '../../../kernel/prices'
import { lockSeats } from '../../../kernel/seats'
import { attempt, isRetryable, type Tx } from '../../../db/transaction'
import { unavailable } from '../../../db/unavailable'
import { seatsLeft } from '../../../domain/availability/seats'
import { aboardOf, excessOf, shortageOn, type Excess } from '../../../domain/availability/space'
import { saleIssues } from '../../../domain/reservations/sale'
import { systemContext, type Context } from '../../../kernel/context'
import type { Expected } from '../../../http/etag'
import { knownRecord } from '../../../http/known-record'
import { Refusal, invalidAt, wrongStateAt } from '../../../http/refusal'
import {
  addEntry,
  hasOpen,
  hasQueue,
  lockEntry,
  lockOpen,
  lockOver,
  setSkipReason,
  setState,
  type Joining,
  type OpenEntry,
} from '../repository/waiting'
import { lockLegs } from './legs'

/**
 * Adds a party to the end of a waiting list.
 * @throws Refusal not_found without such a journey, validation on a party or a segment that it can never carry,
 * invalid_state while it has enough free seats
 */
export async function join(tx: Tx, journeyId: string, party: Joining, context: Context): Promise<WaitingEntry> {
  const now = context.now()
  const { board_seq, alight_seq } = party
  const leg = { journey_id: journeyId, board_seq, alight_seq, direction: 'outbound' as const }
  await knownRecord(tx, 'journeys', journeyId)
  const [booked] = await lockLegs(tx, [leg], { partnerId: null, now }, context)
  if (!booked) throw new Error('One leg was asked for.')
  const { journey, board, alight } = booked
  const [issue] = saleIssues(journey, board, alight, { now, isRequest: true, ignoresCutoff: false })
  // The journey stands in the path, which a pointer into the body cannot refer to.
  if (issue) throw invalidAt(issue.field === 'journey_id' ? '' : issue.field, issue.message)
  const aboard = aboardOf(party.passengers, [])
  if (aboard.seats === 0) throw invalidAt('passengers', sentence`No passenger of this party needs a seat.`)
  const excess = excessOf(journey.space, journey.seats, leg, aboard)
  if (excess) throw invalidAt('passengers', EXCESSES[excess.kind](excess), 'exceeds_vehicle')
  const left = seatsLeft(journey.seats, leg, journey.setAside)
  const hasSpace = shortageOn(journey.space, journey.seats, leg, aboard) === null
  if (left >= aboard.seats && hasSpace && !(await hasQueue(tx, journeyId)))
    throw wrongStateAt(
      'passengers',
      sentence`${left} seats are left on ${journey.code}, so no waiting list is needed: book them.`,
    )
  const entry = await addEntry(tx, journeyId, { ...party, seats: aboard.seats }, now.toISOString())
  await note(tx, context, 'journeys.waiting_joined', entry, journey.code)
  return entry
}

const EXCESSES: Readonly<Record<Excess['kind'], (excess: Excess) => Sentence>> = {
  seats: ({ needed, places }) =>
    sentence`These passengers need ${needed} seats, and the vehicle of this departure has ${places}. Choose another departure, or assign a vehicle type with enough first.`,
  wheelchairs: ({ needed, places }) =>
    sentence`These passengers need ${needed} wheelchair spaces, and the vehicle of this departure has ${places}. Choose another departure, or assign a vehicle type with enough first.`,
  child_seats: ({ needed, places }) =>
    sentence`These passengers need ${needed} child seats, and the vehicle of this departure has ${places}. Choose another departure, or assign a vehicle type with enough first.`,
  luggage_units: ({ needed, places }) =>
    sentence`These passengers need ${needed} luggage units, and the vehicle of this departure has ${places}. Choose another departure, or assign a vehicle type with enough first.`,
}

export async function withdraw(tx: Tx, id: string, context: Context): Promise<WaitingEntry> {
  const entry = await lockEntry(tx, id)
  if (!entry) throw new Refusal('not_found', sentence`There is no entry with this id on a waiting list.`)
  if (entry.state === 'withdrawn') return entry
  if (entry.state === 'expired')
    throw wrongStateAt('state', sentence`This party no longer waits: its departure has left or was cancelled.`)
  if (entry.state !== 'waiting')
    throw wrongStateAt(
      'state',
      sentence`This party is ${choice('waitingStates', entry.state)}: cancel its reservation instead.`,
    )
  const changed = await setState(tx, id, 'withdrawn', null)
  await note(tx, context, 'journeys.waiting_withdrawn', entry, null)
  return changed
}

/**
 * Expires the entries of a journey whose departure has left or was cancelled.
 * @returns their number
 */
export async function expireEntries(tx: Tx, journeyId: string, context: Context): Promise<number> {
  const entries = await lockOver(tx, journeyId, context.now())
  for (const entry of entries) {
    await setState(tx, entry.id, 'expired', null)
    await note(tx, context, 'journeys.waiting_expired', entry, entry.code)
  }
  return entries.length
}

/**
 * Settles accepted and lapsed offers, and offers free seats as holds to waiting parties, in the order of joining. A party
 * that does not fit is skipped with a reason. Nothing is overbooked. The seats are locked before the list, because a step that
 * releases seats has locked them already.
 * @param onFailure called with each unexpected failure of an offer, after which the party stays on the list
 * @returns the number of offers
 */
export async function offerSeats(
  tx: Tx,
  store: Store<Reservation>,
  journeyIds: readonly string[],
  now: () => Date,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const context = systemContext('waiting list', now)
  let offered = 0
  for (const journeyId of [...new Set(journeyIds)].sort()) {
    if (!(await hasOpen(tx, journeyId))) continue
    await lockSeats(tx, [journeyId])
    const open = await lockOpen(tx, journeyId)
    for (const entry of open) {
      if (entry.state === 'offered') await settle(tx, entry)
      else if (await offer(tx, store, entry, context, onFailure)) offered += 1
    }
  }
  return offered
}

async function settle(tx: Tx, entry: OpenEntry): Promise<void> {
  if (entry.status === 'on_hold') return
  const isOver = entry.status === null || ['expired', 'cancelled', 'rejected'].includes(entry.status)
  await setState(tx, entry.id, isOver ? 'lapsed' : 'booked', entry.reservation_id)
}

/** Offers a party its seats. @returns whether they are on hold for it */
async function offer(
  tx: Tx,
  store: Store<Reservation>,
  entry: OpenEntry,
  context: Context,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const { journey_id, board_seq, alight_seq } = entry
  const leg = { journey_id, board_seq, alight_seq, direction: 'outbound' as const }
  const [booked] = await lockLegs(tx, [leg], { partnerId: null, now: context.now() })
  if (!booked) return false
  const { journey, board, alight } = booked
  const skip = async (reason: WaitingSkipReason | null): Promise<false> => {
    if (reason === entry.skip_reason) return false
    await setSkipReason(tx, entry.id, reason)
    if (reason !== null)
      await note(tx, context, 'journeys.waiting_skipped', entry, journey.code, [
        { field: 'reason', old: null, new: reason },
      ])
    return false
  }
  if (seatsLeft(journey.seats, leg, journey.setAside) < entry.seats) return skip(null)
  const seller = { now: context.now(), isRequest: false, ignoresCutoff: false }
  if (saleIssues(journey, board, alight, seller).length > 0) return skip('off_sale')
  if (shortageOn(journey.space, journey.seats, leg, aboardOf(entry.passengers, []))) return skip('no_space')
  if ((await customerAtSale(tx, entry.customer_id)).is_blocked) return skip('blocked')
  try {
    const reservation = await attempt(tx, () => store.createIn(tx, store.entity.create.parse(holdOf(entry)), context))
    await setState(tx, entry.id, 'offered', reservation.id)
    await note(tx, context, 'journeys.waiting_offered', entry, journey.code, [
      { field: 'reservation', old: null, new: reservation['reference'] },
    ])
    return true
  } catch (error) {
    // The whole transaction has to be retried, or has failed.
    if (isRetryable(error) || isLost(error)) throw error
    // Another transaction has locked the seats. The next sweep offers again.
    if (unavailable(error)) return false
    const refusal = store.refused(error)
    if (!(refusal instanceof Refusal)) onFailure(error)
    return skip((refusal instanceof Refusal && SKIPPED_FOR[refusal.code]) || 'other')
  }
}

/** Reasons for skipping a party, by the error code of its refused hold. */
const SKIPPED_FOR: Partial<Record<ErrorCode, WaitingSkipReason>> = { no_fare: 'no_fare', sold_out: 'no_space' }

const isLost = (error: unknown): boolean => {
  const trouble = unavailable(error)?.trouble
  return trouble !== undefined && trouble !== 'slow'
}

/** Returns the hold that is offered to a party. */
const holdOf = ({ journey_id, board_seq, alight_seq, passengers, ...entry }: WaitingEntry) => ({
  lead_name: joinLines(entry.lead_name),
  lead_phone: entry.lead_phone,
  lead_email: entry.lead_email,
  locale: entry.locale,
  customer_id: entry.customer_id,
  passengers: passengers.map(({ name, ...rest }) => ({ ...rest, name: name && joinLines(name) })),
  legs: [{ journey_id, board_seq, alight_seq, direction: 'outbound' as const }],
  status: 'on_hold',
})

async function note(
  tx: Tx,
  context: Context,
  action: EventAction,
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

/** Applies a step to a reservation, and offers the released seats to the waiting list. */
export async function stepAndOffer(
  tx: Tx,
  store: Store<Reservation>,
  id: string,
  version: Expected,
  context: Context,
  step: Step<Reservation>,
): Promise<Reservation> {
  const locked: { before?: Reservation } = {}
  const row = await store.actIn(tx, id, version, context, (within, current) => {
    locked.before = current
    return step(within, current)
  })
  const { before } = locked
  const journeyIds = before?.legs.map((leg) => leg.journey_id) ?? []
  // Test reservations release no real seat.
  if (before?.environment === 'live' && row.version !== before.version)
    await offerSeats(tx, store, journeyIds, context.now)
  return row
}
