import { sql } from 'kysely'
import { reservation, type Reservation } from '../../../contract/entities/reservation'
import type { Hire } from '../../../contract/entities/reservation-parts'
import type { StoreOptions, Values, Write } from '../../crud/store-options'
import { same } from '../../kernel/audit'
import { nameOperators } from '../../kernel/operators'
import type { Tx } from '../../db/transaction'
import { unlawfulHire } from '../../kernel/unlawful'
import { paymentStatus } from '../../domain/reservations/payment'
import { ACTIVE, DELETABLE } from '../../domain/reservations/status'
import { RESERVATION_WAYS } from '../../domain/reservations/ways'
import type { Context } from '../../http/context'
import { invalid, wrongState } from '../../http/refusal'
import { aboardFor } from './repository/aboard'
import { refuseBlocked } from './repository/blocked'
import { refuseBeyondCredit } from './repository/credit'
import { refuseHire } from './repository/hire-room'
import { holdEnd, travelColumns } from './repository/columns'
import { priceHire, priceSeats, refuseOtherPrice } from './repository/prices'
import { PARTS, drawReference, newParts } from './repository/records'
import { hireColumns, refuseTooLong, refuseUnknown, rerunColumns } from './repository/runs'
import { offeredLegs, takeOffered } from './repository/seats'
import { allocateHire } from './steps/hire'
import { refuseBackBeforeOut, spanOfHire, spanOfLegs } from './repository/way-back'

export const reservationsStore: StoreOptions<Reservation> = {
  entity: reservation,
  table: 'reservations',
  label: (row) => String(row['reference']),
  elsewhere: PARTS,
  withoutColumn: ['operated_by'],
  complete: nameOperators,
  alsoWrites: ['journeys'],
  // Trips of the test environment are there for who asks for them, and in no list of the business.
  assumed: { environment: 'live' },
  blockedBy: [{ resource: 'reservations', table: 'reservations', column: 'return_of_id', label: 'reference' }],
  filters: {
    journey_id: (ids: string | string[]) => sql<boolean>`t.id in (
      select l.reservation_id from reservation_legs l where l.journey_id = any(${[ids].flat()}::uuid[]))`,
    is_unlawful: unlawfulHire,
  },
  ways: RESERVATION_WAYS,
  prepare: (tx, write) => (write.current ? prepareChange(tx, write, write.current) : prepareNew(tx, write)),
  stored: async (tx, _, { current, next }) => {
    if (current) await followUp(tx, current, next as Reservation)
  },
  newParts: (tx, id, { next }) => newParts(tx, id, next as Reservation),
  compare: (tx, before, after) => refuseBeyondCredit(tx, before, after),
  removing: async (_, row) => refuseActive(row),
}

/** The vehicle and driver of a hire that runs otherwise are taken for its new time. */
async function followUp(tx: Tx, current: Reservation, next: Reservation): Promise<void> {
  if (!next.hire || same(current.hire, next.hire) || !ACTIVE.includes(current.status)) return
  await allocateHire(tx, { ...current, hire: next.hire })
}

async function prepareNew(tx: Tx, { next, context }: Write): Promise<Values> {
  const wish = next as Reservation
  const travel = wish.hire ? await prepareHire(tx, wish, wish.hire, context) : await prepareSeats(tx, wish, context)
  await refuseOtherPrice(tx, next['quoted_price_hash'] as string | undefined, travel)
  return {
    ...travel,
    reference: drawReference(),
    payment_status: paymentStatus({
      status: wish.status,
      total: travel.total_minor,
      paid: wish.paid_minor,
      before: null,
    }),
    booked_by_user_id: context.actor.kind === 'user' ? context.actor.id : null,
  }
}

async function prepareSeats(tx: Tx, wish: Reservation, context: Context) {
  const legs = await offeredLegs(tx, wish, null, wish.status, context)
  await refuseBackBeforeOut(tx, { return_of_id: wish.return_of_id }, spanOfLegs(legs))
  const { columns, addons } = await priceSeats(tx, legs, wish, context)
  const aboard = await aboardFor(tx, wish.passengers, addons)
  await takeOffered(tx, legs, { ...wish, ...aboard }, null, wish.status, context)
  return {
    ...columns,
    ...aboard,
    hold_expires_at: wish.status === 'on_hold' ? await holdEnd(tx, legs, wish, context) : null,
    ...travelColumns(legs),
  }
}

/** Whether the caller says that what hardly works is meant. */
const isMeant = (values: object): boolean => 'accept_warnings' in values && values.accept_warnings === true

async function prepareHire(tx: Tx, wish: Reservation, hire: Hire, context: Context) {
  if (wish.status === 'on_hold')
    throw invalid([{ path: 'status', message: 'A hire holds no seats: make it pending or confirmed.' }])
  refuseTooLong(hire)
  await refuseUnknown(tx, hire)
  await refuseBackBeforeOut(tx, { return_of_id: wish.return_of_id }, spanOfHire(hire))
  const asked = { ...wish, id: null, hire, vehicle_id: null, operated_by_partner_id: null, isTimed: true }
  const isTaking = wish.status !== 'pending' && wish.environment === 'live'
  await refuseHire(tx, { ...asked, isTaking, isMeant: isMeant(wish) }, context)
  return { ...(await priceHire(tx, hire, wish, context)), ...hireColumns(hire) }
}

async function prepareChange(tx: Tx, { next: values, context }: Write, current: Reservation): Promise<Values> {
  const next = values as Reservation
  const columns: Values =
    next.hire && !same(current.hire, next.hire)
      ? await rerunColumns(tx, current, { ...next, hire: next.hire }, false, context)
      : {}
  if (next.customer_id !== current.customer_id) await refuseBlocked(tx, next.customer_id)
  const { status, cancellation_fee_minor: fee, payment_status: before } = current
  const total = (columns['total_minor'] ?? current.total_minor) as number
  const account = { status, total, paid: next.paid_minor, fee, before }
  return { ...columns, payment_status: paymentStatus(account) }
}

function refuseActive({ status, reference }: Reservation): void {
  if (DELETABLE.includes(status)) return
  const remedy = ACTIVE.includes(status) ? 'Cancel it first.' : 'It stays in the records.'
  const message = `${reference} is ${status.replaceAll('_', ' ')}, so it cannot be deleted. ${remedy}`
  throw wrongState([{ path: 'status', message }])
}
