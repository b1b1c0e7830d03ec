import { sql } from 'kysely'
import type { Reservation } from '../../contract/entities/reservation'
import type { ReservationLeg } from '../../contract/entities/reservation-parts'
import type { Tx } from '../db/transaction'
import { paymentStatus } from '../domain/reservations/payment'
import { audit, type AuditContext } from './audit'
import { recordLapsedHolds } from './lapsed-holds'
import { changeSeats, lockSeats } from './seats'

/** Actor of expiries: the request that finds an expired hold did not end it. */
const CLOCK = { kind: 'system', id: null, name: 'hold expiry' } as const

type OverdueLeg = Pick<ReservationLeg, 'journey_id' | 'board_seq' | 'alight_seq'> &
  Pick<Reservation, 'id' | 'reference' | 'environment' | 'total_minor' | 'paid_minor' | 'payment_status'> &
  Pick<Reservation, 'seats' | 'wheelchairs' | 'child_seats' | 'luggage_units'>

/**
 * Expires overdue holds on these journeys and releases their seats. Leaves the seats of the journeys locked if a hold
 * expired. Skips holds that another transaction has locked.
 */
export async function expireHolds(
  tx: Tx,
  context: AuditContext & { now: () => Date },
  journeyIds: readonly string[],
): Promise<void> {
  const overdue = await lockOverdue(tx, journeyIds, context.now())
  if (overdue.length === 0) return
  await lockSeats(tx, [...new Set([...journeyIds, ...overdue.map((leg) => leg.journey_id)])])
  const holds = [...new Map(overdue.map((leg) => [leg.id, leg])).values()]
  for (const { id, reference, environment } of holds) {
    const legs = overdue.filter((leg) => leg.id === id)
    if (environment === 'live')
      await changeSeats(
        tx,
        legs.map((leg) => ({
          ...leg,
          held: -leg.seats,
          confirmed: 0,
          wheelchairs: -leg.wheelchairs,
          child_seats: -leg.child_seats,
          luggage_units: -leg.luggage_units,
        })),
      )
    await audit(
      tx,
      { ...context, actor: CLOCK },
      {
        action: 'reservations.expired',
        entity: { type: 'reservations', id, label: reference },
        changes: [{ field: 'status', old: 'on_hold', new: 'expired' }],
      },
    )
  }
  await recordLapsedHolds(tx, overdue, context.now())
  const ids = holds.map(({ id }) => id)
  const payments = holds.map(({ total_minor: total, paid_minor: paid, payment_status: before }) =>
    paymentStatus({ status: 'expired', total, paid, before }),
  )
  await sql`
    update reservations r set status = 'expired', hold_expires_at = null, version = version + 1, updated_at = now(),
      payment_status = e.payment_status
    from unnest(${ids}::uuid[], ${payments}::text[]) as e(id, payment_status) where r.id = e.id`.execute(tx)
  await sql`
    update reservation_passengers set status = 'cancelled' where reservation_id = any(${ids}::uuid[])`.execute(tx)
}

async function lockOverdue(tx: Tx, journeyIds: readonly string[], now: Date): Promise<OverdueLeg[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select r.id from reservations r
    where r.status = 'on_hold' and r.hold_expires_at <= ${now.toISOString()}
      and r.id in (select reservation_id from reservation_legs where journey_id = any(${[...journeyIds]}::uuid[]))
    order by r.id for update of r skip locked`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<OverdueLeg>`
    select r.id, r.reference, r.environment, r.total_minor, r.paid_minor, r.payment_status, r.seats, r.wheelchairs,
      r.child_seats, r.luggage_units, l.journey_id, l.board_seq, l.alight_seq
    from reservations r join reservation_legs l on l.reservation_id = r.id
    where r.id = any(${locked.map(({ id }) => id)}::uuid[]) order by r.id, l.position`.execute(tx)
  return rows
}
