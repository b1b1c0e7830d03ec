import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction'
import type { PassengerStatus, ReservationStatus } from '../../../domain/reservations/status'

/** What a cancellation ended. */
export interface CancelledFrom {
  status: ReservationStatus
  passengers: PassengerStatus[]
  /** Until when a hold would have held its seats; left out where it was kept before holds came back as such. */
  hold_expires_at?: string | null
  /** Of a hire. */
  vehicle_id: string | null
  driver_id: string | null
}

/** What the last cancellation of a reservation ended; null where none is known. */
export async function cancelledFrom(tx: Tx, id: string): Promise<CancelledFrom | null> {
  const { rows } = await sql<{ from: CancelledFrom | null }>`
    select cancelled_from as from from reservations where id = ${id}`.execute(tx)
  return rows[0]?.from ?? null
}
