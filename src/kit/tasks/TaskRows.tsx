import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Task, TaskRow } from '../../../contract/operations/tasks'
import { CONSOLE_RESOURCES, type TaskOutcome } from '../../../contract/core/vocabulary'
import { Pager } from '../../ui/Pager'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { recordPath } from '../RecordLink'
import { RowProblemText } from './RowProblemText'
import { readRows } from './tasksApi'
import { PlainList } from '../../ui/Rows'

const ROWS = 20
const HAS_PAGE: ReadonlySet<string> = new Set(CONSOLE_RESOURCES)
const IS_THERE: ReadonlySet<TaskOutcome> = new Set(['created', 'updated', 'unchanged', 'restored', 'refused'])

/** What became of the rows of a task, those that were refused with the reason. */
export function TaskRows({ task, outcome }: { task: Task; outcome: TaskOutcome | null }) {
  const { t } = useFormat()
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['tasks', 'rows', task.id, outcome, page, task.done],
    queryFn: () => readRows(task.id, outcome, page, ROWS),
    placeholderData: keepPreviousData,
  })
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2 }}>
      <PlainList aria-label={t('app.tasks.rows')} divided>
        {data?.rows.map((row) => (
          <Row key={row.position} task={task} row={row} />
        ))}
      </PlainList>
      {(data?.total ?? 0) > ROWS && <Pager page={page} rows={ROWS} total={data?.total ?? 0} onPage={setPage} />}
    </Box>
  )
}

function Row({ task: { resource }, row }: { task: Task; row: TaskRow }) {
  const { t } = useFormat()
  const { outcome, record_id: id, label, line, problem } = row
  const name = label === '' ? (id ?? '') : label
  return (
    <Box component="li" sx={{ display: 'flex', gap: 4, px: 4, py: 2.5, fontSize: 'body2.fontSize', flexWrap: 'wrap' }}>
      <Box sx={{ width: 130, flex: 'none' }}>
        <StatusMark value={outcome} label={t(`choices.taskOutcomes.${outcome}`)} />
      </Box>
      <Box sx={{ minWidth: 0, flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {line !== null && (
          <Box component="span" sx={{ marginInlineEnd: 2 }}>
            {t('app.tasks.line', { line })}
          </Box>
        )}
        {id !== null && resource !== null && HAS_PAGE.has(resource) && IS_THERE.has(outcome) ? (
          <Link component={RouterLink} to={recordPath(resource, id)}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <b>
            <bdi>{name}</bdi>
          </b>
        )}
        {problem && resource !== null && (
          <Box sx={{ mt: 0.5 }}>
            <RowProblemText resource={resource} problem={problem} />
          </Box>
        )}
      </Box>
    </Box>
  )
}
