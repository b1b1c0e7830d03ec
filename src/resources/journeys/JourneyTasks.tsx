import { lazy, Suspense } from 'react'
import type { Journey } from '../../../contract/entities/journey'
import { useReread } from '../../resolver/useReread'
import { useFormat } from '../../ui/useFormat'
import type { JourneyTask } from './JourneyActions'
import { stepOf } from './journeyApi'
import { ReasonDialog } from './ReasonDialog'

const AssignDialog = lazy(() => import('./AssignDialog'))
const DelayDialog = lazy(() => import('./DelayDialog'))
const CancelWizard = lazy(() => import('./cancel/CancelWizard'))
const MoveDialog = lazy(() => import('./cancel/MoveDialog'))

interface JourneyTasksProps {
  journey: Journey
  task: JourneyTask | null
  onClose: () => void
}

/** The dialog of the task that somebody has begun. */
export function JourneyTasks({ journey, task, onClose }: JourneyTasksProps) {
  const { t } = useFormat()
  const reread = useReread()
  const props = { journey, onClose }
  if (task === null) return null
  if (task === 'interrupt' || task === 'reinstate')
    return (
      <ReasonDialog
        title={t(`app.depot.step.${task}`)}
        action={t(`app.depot.step.${task}`)}
        onConfirm={async (reason) => {
          await stepOf(journey, task, reason)
          onClose()
          await reread()
        }}
        onClose={onClose}
      />
    )
  return (
    <Suspense fallback={null}>
      {task === 'assign' && <AssignDialog {...props} />}
      {task === 'delay' && <DelayDialog {...props} />}
      {task === 'cancel' && <CancelWizard {...props} />}
      {task === 'move' && <MoveDialog {...props} />}
    </Suspense>
  )
}
