import MoreIcon from '@mui/icons-material/MoreHoriz'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Reservation } from '../../../../contract/entities/reservation'
import { HOLD_EXTENSIONS_MAX } from '../../../../contract/core/limits/holds'
import { hasRight, mayOverride } from '../../../../contract/core/permissions'
import type { Role } from '../../../../contract/core/vocabulary'
import { useMay, useUser } from '../../../providers/auth/useSession'
import { useReread } from '../../../providers/data/useReread'
import { MenuButton } from '../../../ui/MenuButton'
import { useSubmission } from '../../../ui/useSubmission'
import { problemOf } from '../../../providers/http/problem'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { stepReservation } from '../desk/deskApi'

/** Actions that open a dialog first. */
export type ReservationTask =
  | 'cancel'
  | 'cancel-outbound'
  | 'cancel-return'
  | 'undo-cancel'
  | 'reject'
  | 'change'
  | 'assign'
  | 'hand-over'
/** Actions that are performed on click. */
type Step = 'confirm' | 'extend' | 'approve' | 'check-in' | 'undo-check-in' | 'board' | 'no-show' | 'complete'
type Action = { step: Step } | { task: ReservationTask }

const CANCELLABLE: readonly Reservation['status'][] = ['on_hold', 'pending', 'confirmed', 'checked_in']

/** Returns the actions that a reservation currently allows, the most likely first. */
function actionsOf(reservation: Reservation, role: Role | undefined, now: number): Action[] {
  const { status, kind, way_back, travel_at } = reservation
  const isAhead = travel_at !== null && Date.parse(travel_at) > now
  const actions: Action[] = []
  if (status === 'on_hold') actions.push({ step: 'confirm' })
  if (status === 'on_hold' && reservation.hold_extensions < HOLD_EXTENSIONS_MAX) actions.push({ step: 'extend' })
  if (status === 'pending') actions.push({ step: 'approve' }, { task: 'reject' })
  if (status === 'confirmed') actions.push({ step: 'check-in' })
  if (status === 'checked_in') actions.push({ step: 'board' }, { step: 'undo-check-in' })
  if (status === 'boarded' && !isAhead) actions.push({ step: 'complete' })
  if (kind === 'private_hire' && (status === 'pending' || status === 'confirmed')) actions.push({ task: 'assign' })
  if (status === 'confirmed' || status === 'checked_in') actions.push({ step: 'no-show' })
  const isUnderWay = status === 'boarded' || status === 'no_show'
  if (way_back === 'ahead' && CANCELLABLE.includes(status)) actions.push({ task: 'cancel-outbound' })
  if (way_back !== null && (CANCELLABLE.includes(status) || isUnderWay)) actions.push({ task: 'cancel-return' })
  if (status === 'cancelled' && role && mayOverride(role, 'undo_cancellation')) actions.push({ task: 'undo-cancel' })
  return actions
}

/** Returns the partner action, which depends on its own right and not on the right to edit reservations. */
const accountActionsOf = (role: Role | undefined): Action[] =>
  role && hasRight(role, 'hand_over') ? [{ task: 'hand-over' }] : []

const nameOf = (action: Action) => ('step' in action ? action.step : action.task).replaceAll('-', '_')

interface ReservationActionsProps {
  reservation: Reservation
  onTask: (task: ReservationTask) => void
}

/** The most likely action as a button, the others in a menu; only those that state and role allow. */
export function ReservationActions({ reservation, onTask }: ReservationActionsProps) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const reread = useReread()
  const { busy, run } = useSubmission()
  const mayEdit = useMay('edit', 'reservations')
  const role = useUser()?.role
  const now = useNow()
  const [isBeyondFleet, setIsBeyondFleet] = useState(false)
  const steps = mayEdit ? actionsOf(reservation, role, now) : []
  const account = accountActionsOf(role)
  const mayChange = mayEdit && CANCELLABLE.includes(reservation.status)
  const [first, ...others] = [...steps, ...account]
  const act = (action: Action) => {
    if ('task' in action) return onTask(action.task)
    const isApproval = action.step === 'approve'
    const body =
      action.step === 'confirm'
        ? { price_hash: reservation.price_hash }
        : isApproval && isBeyondFleet
          ? { accept_warnings: true }
          : {}
    void run(async () => {
      await stepReservation(reservation, action.step, body).catch((error: unknown) => {
        const mayExceedFleet =
          reservation.kind === 'private_hire' && role !== undefined && mayOverride(role, 'overbook')
        if (isApproval && mayExceedFleet) setIsBeyondFleet(problemOf(error).code === 'sold_out')
        notify(problemText(error, format), { type: 'error' })
      })
      await reread()
    })
  }
  return (
    <>
      {first && (
        <Button variant="outlined" loading={busy} onClick={() => act(first)}>
          {t(`app.desk.steps.${isBeyondFleet && nameOf(first) === 'approve' ? 'approve_beyond_fleet' : nameOf(first)}`)}
        </Button>
      )}
      {mayChange && (
        <>
          <Button onClick={() => onTask('change')}>{t('app.desk.steps.change')}</Button>
          <Button color="error" onClick={() => onTask('cancel')}>
            {t('app.desk.steps.cancel')}
          </Button>
        </>
      )}
      {others.length > 0 && (
        <MenuButton label={t('app.operations.more')} startIcon={<MoreIcon />}>
          {others.map((action) => (
            <MenuItem key={nameOf(action)} onClick={() => act(action)}>
              {t(`app.desk.steps.${nameOf(action)}`)}
            </MenuItem>
          ))}
        </MenuButton>
      )}
    </>
  )
}
