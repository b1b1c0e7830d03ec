import type { Reservation } from '../../../../contract/entities/reservation'
import type { Answer } from '../../../providers/http/call'
import type { PricedVerb } from '../desk/deskApi'

export interface DialogProps {
  reservation: Reservation
  /** Reloads what the action has changed. */
  onDone: () => Promise<void>
  onClose: () => void
}

/** A reservation as a simulated change would leave it, with the message to the customer. */
export type DryRunAnswer = Answer<`POST /reservations/:id/${PricedVerb}`>
