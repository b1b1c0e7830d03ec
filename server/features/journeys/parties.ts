import type { Reservation } from '../../../contract/entities/reservation'
import type { PartyOutcome } from '../../../contract/operations/journeys'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'

/** What is to happen to a party of a journey that does not run. */
export type PartyStep =
  | { action: 'cancel' }
  | { action: 'move' | 'move_or_cancel'; fromJourneyId: string; toJourneyIds: readonly string[] }

/** What a journey needs of the reservations on it. */
export interface Parties {
  on: (tx: Tx, journeyId: string) => Promise<Reservation[]>
  settle: (tx: Tx, party: Reservation, step: PartyStep, reason: string, context: Context) => Promise<PartyOutcome>
}
