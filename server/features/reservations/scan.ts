import { sentence } from '../../../contract/core/sentence'
import type { Reservation } from '../../../contract/entities/reservation'
import type { ScanAnswer } from '../../../contract/operations/tickets'
import type { SCAN_ACTIONS } from '../../../contract/core/vocabulary'
import { readTicket } from '../../adapters/tickets'
import type { Store } from '../../crud/store'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { UNDER_WAY, beginReturn, board, checkIn, hasLeft } from './steps/travel'
import { earlierScan, findTicket, writeScan } from './repository/tickets'

interface Scan {
  payload: string
  action: (typeof SCAN_ACTIONS)[number]
  journey_id?: string | undefined
  nonce?: string | undefined
}

/**
 * Verifies a ticket, and checks in or boards its passenger where it is valid. A repeated scan gets the answer of the first.
 * @throws Refusal ticket_invalid where the ticket was not issued here
 */
export function scanTicketWith(
  store: Store<Reservation>,
  key: Uint8Array,
  scan: Scan,
  context: Context,
): Promise<ScanAnswer> {
  const ticket = readTicket(scan.payload, key)
  if (!ticket) throw notOurs()
  return store.write(context, async (tx) => {
    const known = scan.nonce === undefined ? undefined : await earlierScan(tx, scan.nonce)
    if (known !== undefined) return JSON.parse(known) as ScanAnswer
    const found = await findTicket(tx, ticket.reference, ticket.code)
    if (!found) throw notOurs()
    const answer = await read(tx, store, scan, found, context)
    const { nonce, action } = scan
    if (nonce === undefined) return answer
    const at = context.now().toISOString()
    const entry = { nonce, reservationId: found.reservation_id, action, at, answer: JSON.stringify(answer) }
    if (await writeScan(tx, entry)) return answer
    return JSON.parse((await earlierScan(tx, nonce)) ?? entry.answer) as ScanAnswer
  })
}

async function read(
  tx: Tx,
  store: Store<Reservation>,
  { action, journey_id }: Scan,
  { reservation_id, position }: { reservation_id: string; position: number },
  context: Context,
): Promise<ScanAnswer> {
  const known = await store.getIn(tx, reservation_id)
  const before = atDoor(known, journey_id)
  // Boarding the return requires that the outbound has left.
  const isEarly = before !== known && action !== 'verify' && !(await hasLeft(tx, known, context))
  const refusal = isEarly ? 'other_journey' : refusalOf(before, position, journey_id)
  const step = action === 'check_in' ? checkIn([position]) : board([position])
  const isStepping = refusal === null && action !== 'verify' && !isThere(before, position, action)
  if (isStepping && before !== known) await store.actIn(tx, reservation_id, null, context, beginReturn(context))
  const after = isStepping ? await store.actIn(tx, reservation_id, null, context, step) : before
  const passenger = after.passengers[position - 1]
  return {
    reservation_id,
    reference: after.reference,
    reservation_status: after.status,
    position,
    name: passenger?.name ?? null,
    category: passenger?.category ?? 'adult',
    needs: passenger?.needs ?? [],
    status: after.passenger_statuses[position - 1] ?? 'booked',
    legs: after.legs,
    is_valid: refusal === null,
    refusal,
    amount_due_minor: Math.max(0, after.total_minor - after.paid_minor),
    currency: after.currency,
  }
}

/** Returns the party as its journey sees it: before the return begins, none of its passengers has boarded it. */
function atDoor(party: Reservation, journeyId: string | undefined): Reservation {
  const isBack = party.legs.some((leg) => leg.journey_id === journeyId && leg.direction === 'return')
  if (party.way_back !== 'ahead' || !isBack || !UNDER_WAY.includes(party.status)) return party
  const passenger_statuses = party.passenger_statuses.map((own) => (own === 'cancelled' ? own : 'booked'))
  return { ...party, status: 'confirmed', passenger_statuses }
}

const isThere = ({ passenger_statuses: statuses }: Reservation, position: number, action: Scan['action']): boolean =>
  statuses[position - 1] === 'boarded' || (action === 'check_in' && statuses[position - 1] === 'checked_in')

function refusalOf(
  { status, passenger_statuses: statuses, legs, way_back }: Reservation,
  position: number,
  journeyId: string | undefined,
): ScanAnswer['refusal'] {
  const own = statuses[position - 1]
  if (status === 'cancelled' || own === 'cancelled') return 'cancelled'
  if (!['confirmed', 'checked_in', 'boarded', 'no_show'].includes(status)) return 'not_confirmed'
  const isBehind = (leg: Reservation['legs'][number]) => way_back === 'begun' && leg.direction === 'outbound'
  if (journeyId !== undefined && !legs.some((leg) => leg.journey_id === journeyId && !isBehind(leg)))
    return 'other_journey'
  if (own === 'boarded') return 'already_boarded'
  return own === 'no_show' ? 'no_show' : null
}

const notOurs = () =>
  new Refusal(
    'ticket_invalid',
    sentence`This is not one of our tickets. Ask for the reference and look the reservation up.`,
  )
