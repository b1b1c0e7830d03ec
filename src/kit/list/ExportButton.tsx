import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState, useRef } from 'react'
import { useNotify, useStore } from 'react-admin'
import type { Task } from '../../../contract/operations/tasks'
import { useMay, useUser } from '../../providers/auth/useSession'
import { OpenerTip } from '../../ui/OpenerTip'
import { useFormat } from '../../ui/useFormat'
import { onDemand } from '../../ui/onDemand'
import type { AnySpec } from '../resource'
import { useList } from './useList'
import { useColumns } from './columns'
import type { ExportChoice } from './exportList'

const ExportDialog = onDemand(() => import('./ExportDialog'))
const ExportTaskDialog = onDemand(() => import('./ExportTaskDialog'))

/** Saves everything that the list's filter matches, not only the page in sight. A second click stops it. */
export function ExportButton({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const allowed = useMay('export', spec.name)
  const { isReady, isRunning, start, choice, setChoice, shown, task, leaveTask } = useExport(spec)
  const [choosing, setChoosing] = useState(false)
  if (!allowed) return null
  const title = isRunning ? t('app.export.running') : t('ra.action.export')
  return (
    <>
      <Tooltip title={title}>
        <span>
          <IconButton aria-label={title} disabled={!isReady && !isRunning} onClick={() => void start()} size="medium">
            {isRunning ? <CircularProgress size={17} /> : <DownloadIcon fontSize="bar" />}
          </IconButton>
        </span>
      </Tooltip>
      <OpenerTip title={t('app.export.choose')} open={choosing}>
        <span>
          <IconButton
            aria-label={t('app.export.choose')}
            aria-haspopup="dialog"
            disabled={!isReady || isRunning}
            onClick={() => setChoosing(true)}
            sx={{ width: 20, height: 34, marginInlineStart: -1.5 }}
          >
            <ArrowDropDownIcon fontSize="menu" />
          </IconButton>
        </span>
      </OpenerTip>
      {choosing && (
        <ExportDialog
          spec={spec}
          choice={choice}
          shown={shown.map((field) => field.source)}
          onClose={() => setChoosing(false)}
          onExport={(next) => {
            setChoice(next)
            setChoosing(false)
            void start(next)
          }}
        />
      )}
      {task && <ExportTaskDialog task={task} onClose={leaveTask} />}
    </>
  )
}

/** Exports a list: all that its filter finds, in its order; a long one as a task, which goes on by itself. */
function useExport(spec: AnySpec) {
  const format = useFormat()
  const notify = useNotify()
  const { filterValues: filter, sort, total: shownTotal, isPlaceholderData } = useList()
  // The total decides whether the file is made at once or by a task.
  const total = isPlaceholderData ? undefined : shownTotal
  const { shown } = useColumns(spec)
  const role = useUser()?.role
  const running = useRef<AbortController>(null)
  const [isRunning, setRunning] = useState(false)
  const [task, setTask] = useState<Task | null>(null)
  const [choice, setChoice] = useStore<ExportChoice>(`${spec.name}.export`, {
    format: 'csv',
    timezone: null,
    fields: null,
  })

  const start = async (chosen = choice) => {
    if (running.current) return running.current.abort()
    if (total === undefined) return
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    try {
      const { exportList } = await import('./exportList')
      const list = { filter, sort: [sort.field, sort.order] as [string, 'ASC' | 'DESC'], total, shown, role }
      setTask(await exportList(spec, list, chosen, { format, signal: controller.signal }))
    } catch {
      if (!controller.signal.aborted) notify('app.export.failed', { type: 'error' })
    } finally {
      running.current = null
      setRunning(false)
    }
  }
  return { isReady: Boolean(total), isRunning, start, choice, setChoice, shown, task, leaveTask: () => setTask(null) }
}
