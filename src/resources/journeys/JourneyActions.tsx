import MoreIcon from '@mui/icons-material/MoreHoriz'
import QrCodeScannerIcon from '@mui/icons-material/QrCodeScanner'
import ScheduleIcon from '@mui/icons-material/Schedule'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Journey } from '../../../contract/entities/journey'
import { AUTO_COMPLETE_AFTER_H } from '../../../contract/core/limits/dispatch'
import { mayOverride } from '../../../contract/core/permissions'
import { useMay, useUser } from '../../providers/auth/useSession'
import { MenuButton } from '../../ui/MenuButton'
import { useReread } from '../../providers/data/useReread'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { takeStep, type JourneyStep } from './journeyApi'
import { StepItem } from './StepItem'

const HOUR_MS = 3_600_000

export type JourneyTask = 'assign' | 'delay' | 'cancel' | 'move' | 'interrupt' | 'reinstate' | 'revert'

type Status = Journey['service_status']

/** Usual next transition of each status: the operation and the resulting status. */
const NEXT: Partial<Record<Status, readonly [JourneyStep, Status]>> = {
  draft: ['schedule', 'scheduled'],
  scheduled: ['board', 'boarding'],
  boarding: ['depart', 'in_progress'],
  in_progress: ['complete', 'completed'],
}
const RUNNING: readonly Status[] = ['draft', 'scheduled', 'boarding', 'in_progress', 'interrupted']
const REVERTIBLE: readonly Status[] = ['boarding', 'in_progress', 'completed']
const CANCELLABLE: readonly Status[] = ['draft', 'scheduled', 'boarding', 'interrupted']

/** Returns whether vehicle and staff can still be changed. */
export const isRunning = (journey: Journey): boolean => RUNNING.includes(journey.service_status)

/** Returns whether the last step of a journey can be reverted; a completion only until the sweep would complete it again. */
const canRevert = ({ service_status: status, arrives_at }: Journey, now: number): boolean =>
  REVERTIBLE.includes(status) &&
  (status !== 'completed' || now < Date.parse(arrives_at) + AUTO_COMPLETE_AFTER_H * HOUR_MS)

/** Actions of a journey: check-in, delay and transitions. */
export function JourneyActions({ journey, onTask }: { journey: Journey; onTask: (task: JourneyTask) => void }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const reread = useReread()
  const mayEdit = useMay('edit', 'journeys')
  const mayCheckIn = useMay('edit', 'reservations')
  const role = useUser()?.role
  const now = useNow()
  const { service_status: status } = journey
  const [nextStep, next] = NEXT[status] ?? []
  const canMove = journey.peak_load > 0 && isRunning(journey)
  const canCancel = role !== undefined && mayOverride(role, 'cancel_journey') && CANCELLABLE.includes(status)
  const isRevertible = canRevert(journey, now)
  const hasStep = nextStep !== undefined || status === 'interrupted'
  const hasOther = canMove || canCancel
  const go = (work: () => Promise<unknown>) =>
    void work().then(reread, (error: unknown) => notify(problemText(error, format), { type: 'error' }))
  return (
    <>
      {mayCheckIn && journey.kind === 'passenger' && (
        <Button component={RouterLink} to="?view=check-in" variant="outlined" startIcon={<QrCodeScannerIcon />}>
          {t('app.operations.checkIn.open')}
        </Button>
      )}
      {mayEdit && isRunning(journey) && (
        <Button variant="outlined" startIcon={<ScheduleIcon />} onClick={() => onTask('delay')}>
          {t('app.operations.delay.open')}
        </Button>
      )}
      {mayEdit && (status !== 'completed' || isRevertible) && (
        <MenuButton label={t('app.operations.more')} startIcon={<MoreIcon />}>
          {nextStep && next && (
            <StepItem
              journey={journey}
              step={nextStep}
              label={t(`app.operations.step.${next}`)}
              onClick={() => go(() => takeStep(journey, nextStep))}
            />
          )}
          {status === 'in_progress' && (
            <MenuItem onClick={() => onTask('interrupt')}>{t('app.operations.step.interrupt')}</MenuItem>
          )}
          {status === 'interrupted' && (
            <MenuItem onClick={() => go(() => takeStep(journey, 'resume'))}>{t('app.operations.step.resume')}</MenuItem>
          )}
          {status === 'interrupted' && (
            <StepItem
              journey={journey}
              step="complete"
              label={t('app.operations.step.completed')}
              onClick={() => go(() => takeStep(journey, 'complete'))}
            />
          )}
          {hasStep && hasOther && <Divider />}
          {canMove && <MenuItem onClick={() => onTask('move')}>{t('app.operations.move.open')}</MenuItem>}
          {canCancel && (
            <MenuItem onClick={() => onTask('cancel')} sx={{ color: 'error.main' }}>
              {t('app.operations.cancel.open')}
            </MenuItem>
          )}
          {hasStep && isRevertible && <Divider />}
          {isRevertible && <MenuItem onClick={() => onTask('revert')}>{t(`app.operations.revert.${status}`)}</MenuItem>}
          {status === 'cancelled' && (
            <MenuItem onClick={() => onTask('reinstate')}>{t('app.operations.step.reinstate')}</MenuItem>
          )}
        </MenuButton>
      )}
    </>
  )
}
