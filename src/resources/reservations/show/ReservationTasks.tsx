import type { Reservation } from '../../../../contract/entities/reservation'
import { useReread } from '../../../providers/data/useReread'
import { useFormat } from '../../../ui/useFormat'
import { ReasonDialog } from '../../../ui/ReasonDialog'
import { stepReservation } from '../desk/deskApi'
import { AssignHireDialog } from './AssignHireDialog'
import { CancelDialog } from './CancelDialog'
import { ChangeBookingDialog } from './ChangeBookingDialog'
import { ChangeHireDialog } from './ChangeHireDialog'
import { HandOverDialog } from './HandOverDialog'
import { RejectDialog } from './RejectDialog'
import type { ReservationTask } from './ReservationActions'

interface ReservationTasksProps {
  reservation: Reservation
  task: ReservationTask | null
  onClose: () => void
}

/** Dialog of the selected action. */
export default function ReservationTasks({ reservation, task, onClose }: ReservationTasksProps) {
  const { t } = useFormat()
  const reread = useReread()
  const props = { reservation, onDone: reread, onClose }
  if (task === 'cancel') return <CancelDialog {...props} />
  if (task === 'cancel-outbound') return <CancelDialog {...props} direction="outbound" />
  if (task === 'cancel-return') return <CancelDialog {...props} direction="return" />
  if (task === 'reject') return <RejectDialog {...props} />
  if (task === 'assign') return <AssignHireDialog {...props} />
  if (task === 'change')
    return reservation.hire ? (
      <ChangeHireDialog {...props} hire={reservation.hire} />
    ) : (
      <ChangeBookingDialog {...props} />
    )
  if (task === 'hand-over') return <HandOverDialog {...props} />
  if (task === null) return null
  return (
    <ReasonDialog
      title={t('app.desk.steps.undo_cancel')}
      action={t('app.desk.steps.undo_cancel')}
      onConfirm={async (reason) => {
        await stepReservation(reservation, task, { reason })
        onClose()
        await reread()
      }}
      onClose={onClose}
    />
  )
}
