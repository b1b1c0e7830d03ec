import PendingActionsIcon from '@mui/icons-material/PendingActionsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Task } from '../../../contract/operations/tasks'
import { numberFormat } from '../../providers/format/intl'
import { useLive } from '../../providers/live/LiveProvider'
import { Pager } from '../../ui/Pager'
import { Instant } from '../../ui/Instant'
import { ListPanel } from '../../ui/ListPanel'
import { PageHeader } from '../../ui/PageHeader'
import { StatePanel } from '../../ui/StatePanel'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { readTasks } from '../../kit/tasks/tasksApi'
import { progressText, taskTitle } from '../../kit/tasks/taskTexts'
import { TaskView } from '../../kit/tasks/TaskView'
import { isOver } from '../../kit/tasks/useTask'
import { pageOf } from '../../ui/addressValues'
import { PlainList } from '../../ui/Rows'
import { Text } from '../../ui/Text'

const ROWS = 25
/** Polling interval while the live connection is down. */
const POLL_INTERVAL_MS = 2_000

/** Running and completed tasks with results and undo. The URL contains the open one. */
export default function TasksPage() {
  const { t } = useFormat()
  const { isDown } = useLive()
  const [params, setParams] = useSearchParams()
  const page = pageOf(params.get('page'))
  const open = params.get('task')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['tasks', 'list', page],
    queryFn: () => readTasks({}, page, ROWS),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isDown && state.data?.rows.every(isOver) === false ? POLL_INTERVAL_MS : false),
  })
  const go = (next: { task?: string | null; page?: number }) => {
    const { task = null, page: to = page } = next
    setParams({ ...(task === null ? {} : { task }), ...(to === 1 ? {} : { page: String(to) }) }, { replace: true })
  }
  return (
    <>
      <PageHeader title={t('app.tasks.title')} subtitle={t('app.tasks.text')} />
      <ListPanel
        icon={PendingActionsIcon}
        isPending={isPending}
        error={data ? null : error}
        failed={t('app.tasks.unread')}
        retry={() => void refetch()}
      >
        {data && data.rows.length > 0 ? (
          <PlainList aria-label={t('app.tasks.title')} divided>
            {data.rows.map((task) => (
              <TaskItem
                key={task.id}
                task={task}
                isOpen={task.id === open}
                onToggle={() => go({ task: task.id === open ? null : task.id })}
              />
            ))}
          </PlainList>
        ) : (
          <StatePanel icon={PendingActionsIcon} title={t('app.tasks.none')} text={t('app.tasks.noneText')} />
        )}
        {(data?.total ?? 0) > ROWS && (
          <Pager page={page} rows={ROWS} total={data?.total ?? 0} onPage={(next) => go({ page: next })} />
        )}
      </ListPanel>
    </>
  )
}

function TaskItem({ task, isOpen, onToggle }: { task: Task; isOpen: boolean; onToggle: () => void }) {
  const { t, locale } = useFormat()
  const title = taskTitle(task, t)
  return (
    <Box component="li" sx={{ px: 4, py: 3 }}>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Text weight="medium" breaks>
            {title}
          </Text>
          <Box sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', display: 'flex', gap: 3, flexWrap: 'wrap' }}>
            <bdi>{task.started_by}</bdi>
            <Instant value={task.created_at} />
            <span>{progressText(task, t, (value) => numberFormat(locale).format(value))}</span>
            {task.undone_by_id !== null && <span>{t('app.tasks.undone')}</span>}
          </Box>
        </Box>
        <StatusMark value={task.state} label={t(`choices.taskStates.${task.state}`)} />
        <Button aria-expanded={isOpen} aria-label={t('app.tasks.detailsOf', { name: title })} onClick={onToggle}>
          {t('app.tasks.details')}
        </Button>
      </Box>
      <Collapse in={isOpen} mountOnEnter unmountOnExit>
        <Box sx={{ pt: 4 }}>
          <TaskView task={task} />
        </Box>
      </Collapse>
    </Box>
  )
}
