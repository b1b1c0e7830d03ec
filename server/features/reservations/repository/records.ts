import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { RESERVATION_REFERENCE_CHARS } from '../../../../contract/limits'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Row } from '../../../crud/store-options'
import type { Reader, Tx } from '../../../db/transaction'
import { referenceOf } from '../../../domain/reservations/reference'
import { SEATED, passengerStatus, type ReservationStatus } from '../../../domain/reservations/status'

/** Adds the legs and passengers to a page of reservations. */
export async function addParts(reader: Reader, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const { rows: legs } = await sql<ReservationLeg & { reservation_id: string }>`
    select reservation_id, journey_id, board_seq, alight_seq from reservation_legs
    where reservation_id = any(${ids}::uuid[]) order by reservation_id, position`.execute(reader)
  const { rows: passengers } = await sql<ReservationPassenger & { reservation_id: string }>`
    select reservation_id, category, name, needs from reservation_passengers
    where reservation_id = any(${ids}::uuid[]) order by reservation_id, position`.execute(reader)
  const parts = new Map(
    ids.map((id) => [id, { legs: [] as ReservationLeg[], passengers: [] as ReservationPassenger[] }]),
  )
  for (const { reservation_id, ...leg } of legs) parts.get(reservation_id)?.legs.push(leg)
  for (const { reservation_id, ...passenger } of passengers) parts.get(reservation_id)?.passengers.push(passenger)
  for (const row of rows) Object.assign(row, parts.get(row.id))
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
export async function writeParts(tx: Tx, id: string, { legs, passengers, status }: Parts): Promise<void> {
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
