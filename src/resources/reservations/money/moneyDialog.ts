import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'

export interface MoneyDialogProps {
  reservation: Reservation
  money: ReservationMoney
  onDone: () => Promise<void>
  onClose: () => void
}

export type MoneyTask =
  | { kind: 'take' }
  | { kind: 'refund' }
  | { kind: 'write_off' }
  | { kind: 'link' }
  | { kind: 'reverse' | 'approve' | 'decline'; payment: Payment }
