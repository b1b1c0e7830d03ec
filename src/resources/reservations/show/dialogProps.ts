import type { Reservation } from '../../../../contract/entities/reservation'

/** What a dialog about one reservation is given. */
export interface DialogProps {
  reservation: Reservation
  /** Reads again what the step has changed. */
  onDone: () => Promise<void>
  onClose: () => void
}
