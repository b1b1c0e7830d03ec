import { useState } from 'react'
import { problemOf } from '../../../providers/http/problem'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import { OperatorChoice, operatorOf } from '../../../features/reassignment/operators'
import { OverrideReasonBox } from '../../../features/reassignment/OverrideReasonBox'
import { stepReservation } from '../desk/deskApi'
import type { DialogProps } from './dialogProps'

/** Assigns vehicle and driver, or another operator, to a hire; a conflict is refused with the conflicting job. */
export function AssignHireDialog({ reservation, onDone, onClose }: DialogProps) {
  const { t } = useFormat()
  const [vehicle, setVehicle] = useState(reservation.vehicle_id)
  const [driver, setDriver] = useState(reservation.driver_id)
  const [operator, setOperator] = useState(reservation.operated_by_partner_id)
  const [overrideReason, setOverrideReason] = useState('')
  const [needsConfirmation, setIsDoubtful] = useState(false)
  const isOurs = operator === null
  const type = reservation.hire?.vehicle_type_id
  return (
    <TaskDialog
      title={t('app.desk.steps.assign')}
      action={t(needsConfirmation ? 'app.board.give.anyway' : 'app.desk.steps.assign')}
      ready={
        operator !== reservation.operated_by_partner_id ||
        (isOurs && (vehicle !== reservation.vehicle_id || driver !== reservation.driver_id))
      }
      onConfirm={async () => {
        await stepReservation(reservation, 'assign', {
          operated_by_partner_id: operator,
          ...(isOurs && { vehicle_id: vehicle, driver_id: driver }),
          ...(overrideReason.trim() ? { override_reason: overrideReason.trim() } : {}),
          ...(needsConfirmation && { accept_warnings: true }),
        }).catch((error: unknown) => {
          setIsDoubtful(problemOf(error).code === 'confirmation_required')
          throw error
        })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {reservation.status !== 'pending' && (
            <OperatorChoice value={operator} current={operatorOf(reservation)} orOurselves onChange={setOperator} />
          )}
          {isOurs && (
            <>
              <RecordPicker
                resource="vehicles"
                filter={{ status: 'available', ...(type ? { vehicle_type_id: type } : {}) }}
                ids={vehicle ? [vehicle] : []}
                onPick={([id]) => {
                  setIsDoubtful(false)
                  setVehicle(id ?? null)
                }}
                box={{ label: t('resources.reservations.fields.vehicle_id') }}
              />
              <RecordPicker
                resource="staff"
                filter={{ status: 'active', roles: 'driver' }}
                ids={driver ? [driver] : []}
                onPick={([id]) => {
                  setIsDoubtful(false)
                  setDriver(id ?? null)
                }}
                box={{ label: t('resources.reservations.fields.driver_id') }}
              />
              <OverrideReasonBox value={overrideReason} onChange={setOverrideReason} />
            </>
          )}
        </>
      )}
    </TaskDialog>
  )
}
