import { sql } from 'kysely'
import { reservation, type Reservation } from '../../../contract/entities/reservation'
import type { Hire } from '../../../contract/entities/reservation-parts'
import type { Row, StoreOptions, Values, Write } from '../../crud/store-options'
import { same } from '../../db/audit'
import type { Tx } from '../../db/transaction'
import { hasExpired, holdUntil } from '../../domain/reservations/hold'
import { seatsNeeded } from '../../domain/reservations/passengers'
import { paymentStatus } from '../../domain/reservations/payment'
import { departureOf } from '../../domain/reservations/sale'
import { ACTIVE, DELETABLE } from '../../domain/reservations/status'
import type { Context } from '../../http/context'
import { Refusal, invalid, wrongState } from '../../http/refusal'
import { priceHire, priceSeats, refuseOtherPrice } from './repository/prices'
import { addParts, changePassengers, freeReference, writeParts } from './repository/records'
import { moveSeats, takeSeats } from './repository/seats'

export const reservationsStore: StoreOptions = {
  entity: reservation,
  table: 'reservations',
  label: (row) => String(row['reference']),
  withoutColumn: ['legs', 'passengers'],
  alsoWrites: ['journeys'],
  blockedBy: [{ resource: 'reservations', table: 'reservations', column: 'return_of_id', label: 'reference' }],
  filters: {
    journey_id: (ids: string | string[]) => sql<boolean>`t.id in (
      select l.reservation_id from reservation_legs l where l.journey_id = any(${[ids].flat()}::uuid[]))`,
  },
  complete: addParts,
  refuseTransition: (current, next) =>
    current['status'] === 'expired' && next['status'] === 'confirmed' ? holdExpired() : undefined,
  prepare: (tx, write) => (write.current ? prepareChange(tx, write, write.current) : prepareNew(tx, write)),
  stored: async (tx, id, { current, next }) => {
    const wish = next as Reservation
    if (!current) await writeParts(tx, id, wish)
    else if (current['status'] !== wish.status) await changePassengers(tx, id, wish.status)
  },
  removing: async (_, row) => refuseActive(row as unknown as Reservation),
}

async function prepareNew(tx: Tx, { next, context }: Write): Promise<Values> {
  const wish = next as Reservation
  const travel = wish.hire ? await prepareHire(tx, wish, wish.hire, context) : await prepareSeats(tx, wish, context)
  await refuseOtherPrice(tx, quotedHash(next), travel)
  return {
    ...travel,
    reference: await freeReference(tx),
    payment_status: paymentStatus({
      status: wish.status,
      total: travel.total_minor,
      paid: wish.paid_minor,
      before: null,
    }),
    booked_by_user_id: context.actor.kind === 'user' ? context.actor.id : null,
  }
}

/** The price that the caller was told; undefined where none is named. */
const quotedHash = (values: Values) => values['quoted_price_hash'] as string | undefined

async function prepareSeats(tx: Tx, wish: Reservation, context: Context) {
  const seats = seatsNeeded(wish.passengers)
  const legs = await takeSeats(tx, { ...wish, seats }, null, wish.status, context)
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) throw invalid([{ path: 'legs', message: 'Choose a journey.' }])
  return {
    ...(await priceSeats(tx, legs, wish, context)),
    seats,
    hold_expires_at: wish.status === 'on_hold' ? holdUntil(context.now(), departureOf(first.board)) : null,
    travel_at: first.board.planned_depart,
    journey_id: first.journey.id,
    origin_station_id: first.board.station_id,
    destination_station_id: last.alight.station_id,
  }
}

async function prepareHire(tx: Tx, wish: Reservation, hire: Hire, context: Context) {
  if (wish.status === 'on_hold')
    throw invalid([{ path: 'status', message: 'A hire holds no seats: make it pending or confirmed.' }])
  await refuseUnknown(tx, hire)
  return { ...(await priceHire(tx, hire, wish, context)), ...hireColumns(hire) }
}

const hireColumns = (hire: Hire) => ({
  seats: hire.passengers,
  travel_at: hire.starts_at,
  origin_station_id: hire.pickup.station_id,
  destination_station_id: hire.dropoff.station_id,
})

async function refuseUnknown(tx: Tx, hire: Hire): Promise<void> {
  const places = [
    ['hire.pickup.station_id', hire.pickup.station_id],
    ...hire.via.map((place, index) => [`hire.via.${index}.station_id`, place.station_id] as const),
    ['hire.dropoff.station_id', hire.dropoff.station_id],
  ] as const
  const wanted = [...places.map(([, id]) => id).filter((id) => id !== null), hire.vehicle_type_id]
  const { rows } = await sql<{ id: string }>`
    select id from stations where id = any(${wanted}::uuid[])
    union all select id from vehicle_types where id = any(${wanted}::uuid[])`.execute(tx)
  const known = new Set(rows.map((row) => row.id))
  const issues = [...places, ['hire.vehicle_type_id', hire.vehicle_type_id] as const]
    .filter(([, id]) => id !== null && !known.has(id.toLowerCase()))
    .map(([path]) => ({ path, message: 'This record does not exist. Choose one from the list.' }))
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
}

async function prepareChange(tx: Tx, { next: values, context }: Write, row: Row): Promise<Values> {
  const current = row as unknown as Reservation
  const next = values as Reservation
  const columns: Values = {}
  let total = current.total_minor
  if (next.hire && !same(current.hire, next.hire)) {
    await refuseUnknown(tx, next.hire)
    Object.assign(columns, hireColumns(next.hire))
    // What was confirmed was confirmed at its price.
    if (current.status === 'pending') {
      const price = await priceHire(tx, next.hire, next, context)
      Object.assign(columns, price)
      total = price.total_minor
    }
  }
  if (next.status === 'confirmed' && current.status !== 'confirmed')
    await refuseOtherPrice(tx, quotedHash(values), { ...current, ...columns })
  if (next.status !== current.status) Object.assign(columns, await prepareStep(tx, current, next, context))
  const account = { status: next.status, total, paid: next.paid_minor, before: current.payment_status }
  return { ...columns, payment_status: paymentStatus(account) }
}

/** Counts the seats as the next status says. @throws Refusal when it may not be taken now. */
async function prepareStep(tx: Tx, current: Reservation, next: Reservation, context: Context): Promise<Values> {
  const now = context.now()
  if (current.status === 'on_hold' && next.status === 'confirmed' && hasExpired(current.hold_expires_at ?? '', now))
    throw holdExpired()
  if (next.status === 'no_show' && current.travel_at !== null && Date.parse(current.travel_at) > now.getTime())
    throw wrongState([{ path: 'status', message: 'The journey has not left yet: nobody has missed it.' }])
  if (current.kind === 'seat') {
    if (current.status === 'pending' && next.status === 'confirmed')
      await takeSeats(tx, current, current.status, next.status, context)
    else await moveSeats(tx, current, current.status, next.status)
  }
  return current.status === 'on_hold' ? { hold_expires_at: null } : {}
}

const holdExpired = () =>
  new Refusal('hold_expired', 'The hold on the seats has run out, and others may have taken them. Book again.', {
    errors: [{ pointer: '/status', code: 'hold_expired', detail: 'The hold has run out.' }],
  })

function refuseActive({ status, reference }: Reservation): void {
  if (DELETABLE.includes(status)) return
  const remedy = ACTIVE.includes(status) ? 'Cancel it first.' : 'It stays in the records.'
  const message = `${reference} is ${status.replaceAll('_', ' ')}, so it cannot be deleted. ${remedy}`
  throw wrongState([{ path: 'status', message }])
}
