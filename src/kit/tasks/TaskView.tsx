import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useNotify } from 'react-admin'
import Link from '@mui/material/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Task, TaskRow } from '../../../contract/operations/tasks'
import type { TaskOutcome } from '../../../contract/core/vocabulary'
import { useFormat } from '../../ui/useFormat'
import { Column } from '../../ui/Column'
import { saveBytes } from '../../providers/http/files'
import { fileSize } from '../../providers/format/intl'
import { problemText } from '../../ui/problemText'
import { useNow } from '../../ui/useNow'
import { Pager } from '../../ui/Pager'
import { StatusMark } from '../../ui/StatusMark'
import { PlainList } from '../../ui/Rows'
import { hasPage, recordPath } from '../recordPaths'
import { resourceName } from '../labels'
import { TaskActions } from './TaskActions'
import { TaskProgress } from './TaskProgress'
import { outcomeText } from './taskTexts'
import { isOver, useTask } from './useTask'
import { RowProblemText } from './RowProblemText'
import { readRows } from './tasksApi'

/** Shows a task with its refusals and an undo button, then the task of the undo in its place. */
export function TaskView({ task: started }: { task: Task }) {
  const { t } = useFormat()
  const [id, setId] = useState(started.id)
  const { data: task = id === started.id ? started : undefined } = useTask(id)
  return (
    <Column>
      <TaskProgress task={task} />
      {task && (
        <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end', minHeight: 34 }}>
          {task.kind === 'timetable' && isOver(task) && (
            <Button component={RouterLink} to={`/routes/import?run=${task.id}`}>
              {t('app.longWork.report')}
            </Button>
          )}
          <TaskFile task={task} />
          <TaskActions task={task} onUndo={(undo) => setId(undo.id)} />
        </Box>
      )}
      {task && isOver(task) && (task.counts.refused ?? 0) > 0 && (
        <TaskRows key={task.id} task={task} outcome="refused" />
      )}
    </Column>
  )
}

/** Download of the file of a task, until the file is deleted. */
function TaskFile({ task: { id, file } }: { task: Task }) {
  const format = useFormat()
  const notify = useNotify()
  const now = useNow()
  const [busy, setBusy] = useState(false)
  if (file === null || Date.parse(file.until) < now) return null
  const save = async () => {
    setBusy(true)
    try {
      await saveBytes('GET /tasks/:id/file', { params: { id } })
    } catch (error) {
      notify(problemText(error, format), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="contained" loading={busy} onClick={() => void save()}>
      {format.t('app.export.download', { size: fileSize(file.bytes, format.locale) })}
    </Button>
  )
}

const ROWS = 20
const IS_THERE: ReadonlySet<TaskOutcome> = new Set(['created', 'updated', 'unchanged', 'restored', 'refused'])

/** Lists the rows of a task with their outcomes, and the reason of each refusal. */
function TaskRows({ task, outcome }: { task: Task; outcome: TaskOutcome | null }) {
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

function Row({ task: { resource, is_trial: dryRun }, row }: { task: Task; row: TaskRow }) {
  const { t } = useFormat()
  const { outcome, record_id: id, label, line, problem } = row
  const name = label === '' && id !== null && resource !== null ? resourceName(t, resource, 1) : label
  const hasRecord = IS_THERE.has(outcome) && problem?.code !== 'not_found'
  return (
    <Box component="li" sx={{ display: 'flex', gap: 4, px: 4, py: 2.5, fontSize: 'body2.fontSize', flexWrap: 'wrap' }}>
      <Box sx={{ width: 130, flex: 'none' }}>
        <StatusMark value={outcome} label={outcomeText(outcome, dryRun, t)} />
      </Box>
      <Box sx={{ minWidth: 0, flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {line !== null && (
          <Box component="span" sx={{ marginInlineEnd: 2 }}>
            {t('app.tasks.line', { line })}
          </Box>
        )}
        {id !== null && resource !== null && hasPage(resource) && hasRecord ? (
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
