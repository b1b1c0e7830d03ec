import Box from '@mui/material/Box'
import { ERRORS } from '../../../contract/core/errors'
import type { RowProblem, TaskFailure } from '../../../contract/operations/tasks'
import { toHttpError } from '../../providers/http/problem'
import { serverFieldText } from '../../ui/fieldTexts'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText } from '../../ui/Text'
import { Blockers } from '../Blockers'
import { labelOf } from '../labels'

interface RowProblemTextProps {
  resource: string
  problem: RowProblem
}

/** Shows why a record was refused: by field, or with the records that prevent it. */
export function RowProblemText({ resource, problem }: RowProblemTextProps) {
  const format = useFormat()
  const fields = problem.errors ?? []
  return (
    <SecondaryText component="span">
      {fields.length > 0
        ? fields.map(({ pointer, code, detail }, index) => (
            <Box component="span" key={`${pointer}${index}`} sx={{ display: 'block' }}>
              {pointer !== '' && <b>{`${labelOf(format.t, resource, pointer.slice(1).replaceAll('/', '.'))}: `}</b>}
              {serverFieldText({ code, detail, writtenIn: null }, format)}
            </Box>
          ))
        : problemText(toHttpError(ERRORS[problem.code].status, problem, ''), format)}
      {problem.blockers && <Blockers blockers={problem.blockers} />}
    </SecondaryText>
  )
}

interface TaskFailureTextProps {
  failure: TaskFailure
  /** Resource of the failed records; null if the task has no records. */
  resource: string | null
}

/** Shows why a task failed and what to do. */
export function TaskFailureText({ failure: { code, quote, problem }, resource }: TaskFailureTextProps) {
  const { t } = useFormat()
  if (problem && resource !== null) return <RowProblemText resource={resource} problem={problem} />
  return t(`choices.taskFailures.${code}`, { quote })
}
