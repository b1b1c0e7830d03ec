import type { Journey } from '../../../contract/entities/journey'
import { useReread } from '../../kit/useReread'
import { useFormat } from '../../ui/useFormat'
import type { JourneyTask } from './JourneyActions'
import { stepOf } from './journeyApi'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { onDemand } from '../../ui/onDemand'

const AssignDialog = onDemand(() => import('./AssignDialog'))
const DelayDialog = onDemand(() => import('./DelayDialog'))
const CancelWizard = onDemand(() => import('./cancel/CancelWizard'))
const MoveDialog = onDemand(() => import('./cancel/MoveDialog'))

interface JourneyTasksProps {
  journey: Journey
  task: JourneyTask | null
  onClose: () => void
}

/** Dialog of the selected action. */
export function JourneyTasks({ journey, task, onClose }: JourneyTasksProps) {
  const { t } = useFormat()
  const reread = useReread()
  const { service_status: status } = journey
  const props = { journey, onClose }
  if (task === null) return null
  if (task === 'interrupt' || task === 'reinstate' || task === 'revert') {
    const title = t(task === 'revert' ? `app.depot.revert.${status}` : `app.depot.step.${task}`)
    return (
      <ReasonDialog
        title={title}
        action={title}
        {...(task === 'revert' && { text: t(`app.depot.revert.stays.${status}`) })}
        onConfirm={async (reason) => {
          await stepOf(journey, task, reason)
          onClose()
          await reread()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <>
      {task === 'assign' && <AssignDialog {...props} />}
      {task === 'delay' && <DelayDialog {...props} />}
      {task === 'cancel' && <CancelWizard {...props} />}
      {task === 'move' && <MoveDialog {...props} />}
    </>
  )
}
