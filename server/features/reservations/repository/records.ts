import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { RESERVATION_REFERENCE_CHARS } from '../../../../contract/limits'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import { referenceOf } from '../../../domain/reservations/reference'
import { SEATED, passengerStatus, type ReservationStatus } from '../../../domain/reservations/status'

/** The legs and passengers of the reservation `t`, in their order. */
export const PARTS = {
  legs: `select coalesce(json_agg(json_build_object(
      'journey_id', l.journey_id, 'board_seq', l.board_seq, 'alight_seq', l.alight_seq) order by l.position), '[]')
    from reservation_legs l where l.reservation_id = t.id`,
  passengers: `select coalesce(json_agg(json_build_object(
      'category', p.category, 'name', p.name, 'needs', p.needs) order by p.position), '[]')
    from reservation_passengers p where p.reservation_id = t.id`,
}

/** A reference that no reservation has. */
export async function freeReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = referenceOf(randomBytes(RESERVATION_REFERENCE_CHARS))
    const taken = await tx.selectFrom('reservations').select('id').where('reference', '=', reference).executeTakeFirst()
    if (!taken) return reference
  }
}

interface Parts {
  legs: readonly ReservationLeg[]
  passengers: readonly ReservationPassenger[]
  status: ReservationStatus
}

/** Writes the legs and passengers of a new reservation. */
export async function writeParts(
  tx: Tx,
  id: string,
  { legs, passengers, status }: Parts & { status: ReservationStatus },
): Promise<void> {
  if (legs.length > 0)
    await tx
      .insertInto('reservation_legs')
      .values(legs.map((leg, index) => ({ ...leg, reservation_id: id, position: index + 1 })))
      .execute()
  await tx
    .insertInto('reservation_passengers')
    .values(
      passengers.map((passenger, index) => ({
        ...passenger,
        id: uuidv7(),
        reservation_id: id,
        position: index + 1,
        ticket_code: SEATED.includes(status) ? ticketCode() : null,
        status: passengerStatus(status),
      })),
    )
    .execute()
}

/** Gives the passengers the status of their reservation; the first that seats them makes their tickets. */
export async function changePassengers(tx: Tx, id: string, status: ReservationStatus): Promise<void> {
  await tx
    .updateTable('reservation_passengers')
    .set({ status: passengerStatus(status) })
    .where('reservation_id', '=', id)
    .execute()
  if (status !== 'confirmed') return
  const unticketed = await tx
    .selectFrom('reservation_passengers')
    .select('id')
    .where('reservation_id', '=', id)
    .where('ticket_code', 'is', null)
    .execute()
  for (const passenger of unticketed)
    await tx
      .updateTable('reservation_passengers')
      .set({ ticket_code: ticketCode() })
      .where('id', '=', passenger.id)
      .execute()
}

/** 128 random bits in hex. */
const ticketCode = (): string => randomBytes(16).toString('hex')
