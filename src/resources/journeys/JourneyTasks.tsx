import type { Journey } from '../../../contract/entities/journey'
import type { JourneyTask } from './JourneyActions'
import { TransitionDialog } from './TransitionDialog'
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
  const props = { journey, onClose }
  if (task === null) return null
  if (task === 'interrupt' || task === 'reinstate' || task === 'revert')
    return <TransitionDialog {...props} step={task} />
  return (
    <>
      {task === 'assign' && <AssignDialog {...props} />}
      {task === 'delay' && <DelayDialog {...props} />}
      {task === 'cancel' && <CancelWizard {...props} />}
      {task === 'move' && <MoveDialog {...props} />}
    </>
  )
}
