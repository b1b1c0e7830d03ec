import type { TaskFailure } from '../../../contract/operations/tasks'
import { useFormat } from '../../ui/useFormat'
import { RowProblemText } from './RowProblemText'

interface TaskFailureTextProps {
  failure: TaskFailure
  /** Null for what is about no kind of records. */
  resource: string | null
}

/** Why a task failed and what to do, in the reader's language. */
export function TaskFailureText({ failure: { code, quote, problem }, resource }: TaskFailureTextProps) {
  const { t } = useFormat()
  if (problem && resource !== null) return <RowProblemText resource={resource} problem={problem} />
  return t(`choices.taskFailures.${code}`, { quote })
}
