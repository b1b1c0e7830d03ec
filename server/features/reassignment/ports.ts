import type { Journey } from '../../../contract/entities/journey'
import type { Reservation } from '../../../contract/entities/reservation'
import type { PartyOutcome } from '../../../contract/operations/journeys'
import type { JobOutcome } from '../../../contract/operations/reassignment'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'

/** Override options of an assignment. */
export interface Overrides {
  overrideReason?: string | undefined
  acceptsWarnings: boolean
}

/** New vehicle, staff or operating company of a job; null unassigns. */
export type Assignment = Partial<Record<JobOutcome['role'] | 'operated_by_partner_id', string | null>>

/** Use cases of journeys, reservations, vehicles and staff. Each runs in the caller's transaction. */
export interface Ports {
  assignJourney: (
    tx: Tx,
    id: string,
    request: Assignment,
    reason: string,
    context: Context,
    overrides: Overrides,
  ) => Promise<Journey>
  cancelJourney: (
    tx: Tx,
    id: string,
    request: { reason: string; others: 'move' | 'cancel'; to_journey_ids: string[] },
    context: Context,
    dryRun: boolean,
  ) => Promise<{ journey: Journey; parties: PartyOutcome[] }>
  reinstateJourney: (tx: Tx, id: string, reason: string, context: Context) => Promise<Journey>
  readJourney: (tx: Tx, id: string) => Promise<Journey>
  assignHire: (tx: Tx, id: string, request: Assignment, context: Context, overrides: Overrides) => Promise<Reservation>
  cancelHire: (tx: Tx, id: string, reason: string, context: Context) => Promise<PartyOutcome>
  readHire: (tx: Tx, id: string) => Promise<Reservation>
  restoreParty: (
    tx: Tx,
    party: Pick<PartyOutcome, 'reservation_id' | 'outcome' | 'to_journey_id'> & { from_journey_id: string | null },
    reason: string,
    context: Context,
  ) => Promise<void>
  createDowntime: (tx: Tx, input: Record<string, unknown>, context: Context) => Promise<string>
  removeDowntime: (tx: Tx, id: string, context: Context) => Promise<void>
  createAbsence: (tx: Tx, input: Record<string, unknown>, context: Context) => Promise<string>
  removeAbsence: (tx: Tx, id: string, context: Context) => Promise<void>
}
