import BackupIcon from '@mui/icons-material/SaveOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../providers/http/call'
import { useSubmission } from '../../ui/useSubmission'
import { ListPanel } from '../../ui/ListPanel'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { Card } from '../../kit/RecordSections'
import { TaskActions } from '../../kit/tasks/TaskActions'
import { TaskProgress } from '../../kit/tasks/TaskProgress'
import { isOver, useTask } from '../../kit/tasks/useTask'
import { BackupItem } from './BackupItem'
import { PlainList } from '../../ui/Rows'

const KEY = ['backups']
/** Polling interval during a scheduled backup, which has no task of the user. */
const POLL_INTERVAL_MS = 5_000

/** Backups with the result of their checks, and a button that creates one. */
export function BackupsSection() {
  const format = useFormat()
  const { t } = format
  const queries = useQueryClient()
  const { busy, refusal, run } = useSubmission()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call('GET /backups'),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.backups.some((one) => one.finished_at === null && one.is_scheduled) ? POLL_INTERVAL_MS : false,
  })
  const open = data?.backups.find((one) => one.finished_at === null)
  const start = async () => {
    const task = await call('POST /backups', { body: {} })
    queries.setQueryData(['tasks', 'one', task.id], task)
    await refetch()
  }
  return (
    <Box sx={{ mt: 4, maxWidth: 860 }}>
      <Card title={t('app.backups.title')}>
        <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'flex-start', mb: 4 }}>
          <Box sx={{ flex: '1 1 320px', color: 'text.secondary', fontSize: 'body2.fontSize' }}>
            {t('app.backups.text')}
            {data && (
              <Box sx={{ mt: 1, overflowWrap: 'anywhere' }}>
                {t('app.backups.folder')} <bdi>{data.folder}</bdi>
              </Box>
            )}
          </Box>
          <Button
            variant="outlined"
            disabled={data === undefined || open !== undefined}
            loading={busy}
            onClick={() => void run(start)}
          >
            {t('app.backups.now')}
          </Button>
        </Box>
        {refusal !== null && (
          <Alert severity="error" sx={{ mb: 4 }}>
            {problemText(refusal, format)}
          </Alert>
        )}
        {open && !open.is_scheduled && <BackupProgress key={open.id} id={open.id} />}
        <ListPanel
          icon={BackupIcon}
          isPending={isPending}
          error={data ? null : error}
          failed={t('app.backups.unread')}
          retry={() => void refetch()}
        >
          {data && data.backups.length > 0 ? (
            <PlainList aria-label={t('app.backups.title')} divided>
              {data.backups.map((backup) => (
                <BackupItem key={backup.id} backup={backup} />
              ))}
            </PlainList>
          ) : (
            <StatePanel icon={BackupIcon} title={t('app.backups.none')} text={t('app.backups.noneText')} />
          )}
        </ListPanel>
      </Card>
    </Box>
  )
}

/** Progress of a running backup; the list is reloaded when it ends. */
function BackupProgress({ id }: { id: string }) {
  const queries = useQueryClient()
  const { data: task } = useTask(id)
  const isEnded = isOver(task)
  useEffect(() => {
    if (isEnded) void queries.invalidateQueries({ queryKey: KEY })
  }, [isEnded, queries])
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 4 }}>
      <TaskProgress task={task} />
      {task && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <TaskActions task={task} onUndo={() => undefined} />
        </Box>
      )}
    </Box>
  )
}
