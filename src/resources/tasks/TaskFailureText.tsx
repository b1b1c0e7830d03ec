import type { TaskFailure } from '../../../contract/tasks'
import { useFormat } from '../../ui/useFormat'
import { RowProblemText } from './RowProblemText'

interface TaskFailureTextProps {
  failure: TaskFailure
  resource: string
}

/** Why a task failed and what to do, in the reader's language. */
export function TaskFailureText({ failure: { code, quote, problem }, resource }: TaskFailureTextProps) {
  const { t } = useFormat()
  if (problem) return <RowProblemText resource={resource} problem={problem} />
  return t(`choices.taskFailures.${code}`, { quote })
}
