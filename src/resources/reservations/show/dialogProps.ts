import type { Reservation } from '../../../../contract/entities/reservation'
import type { Answer } from '../../../providers/http/call'
import type { PricedVerb } from '../desk/deskApi'

/** What a dialog about one reservation is given. */
export interface DialogProps {
  reservation: Reservation
  /** Reads again what the step has changed. */
  onDone: () => Promise<void>
  onClose: () => void
}

/** A reservation as a change would leave it, with what the customer would be written. */
export type Tried = Answer<`POST /reservations/:id/${PricedVerb}`>
