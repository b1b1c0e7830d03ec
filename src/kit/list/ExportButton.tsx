import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState, useRef } from 'react'
import { useNotify, useStore } from 'react-admin'
import type { Task } from '../../../contract/operations/tasks'
import { countText } from '../../providers/format/intl'
import { useMay, useUser } from '../../providers/auth/useSession'
import { OpenerTip } from '../../ui/OpenerTip'
import { useFormat } from '../../ui/useFormat'
import { lazyModule } from '../../providers/lazyModule'
import { onDemand } from '../../ui/onDemand'
import { PartMissing } from '../../ui/PartMissing'
import type { AnySpec } from '../resource'
import { useList } from './useList'
import { useColumns } from './columns'
import type { ExportScope, ExportTotals } from './ExportDialog'
import type { ExportChoice, ExportSelection } from './exportList'
import { useSelection } from './selection'

const EXPORT_CODE = lazyModule(() => import('./exportList'))
const ExportDialog = onDemand(() => import('./ExportDialog'))
const ExportTaskDialog = onDemand(() => import('./ExportTaskDialog'))

/**
 * Exports the selected records, or without a selection all that the filter matches. A second click stops the export.
 */
export function ExportButton({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const allowed = useMay('export', spec.name)
  const { isReady, isRunning, start, choice, setChoice, shown, totals, task, leaveTask, prevented, setPrevented } =
    useExport(spec)
  const [choosing, setChoosing] = useState(false)
  if (!allowed) return null
  const idle = totals.selected === null ? t('ra.action.export') : t('app.export.selected', { total: totals.selected })
  const title = isRunning ? t('app.export.running') : idle
  return (
    <>
      <Tooltip describeChild={false} title={title}>
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
          totals={totals}
          onClose={() => setChoosing(false)}
          onExport={(next, scope) => {
            setChoice(next)
            setChoosing(false)
            void start(next, scope)
          }}
        />
      )}
      {task && <ExportTaskDialog task={task} onClose={leaveTask} />}
      {prevented && (
        <PartMissing onRetry={() => start(prevented.how, prevented.scope)} onClose={() => setPrevented(null)} />
      )}
    </>
  )
}

/** Exports the selected records of a list, or all that its filter matches, in its order; many of them by a task. */
function useExport(spec: AnySpec) {
  const format = useFormat()
  const notify = useNotify()
  const { filterValues: filter, sort, total: shownTotal, isPlaceholderData, meta } = useList()
  const { count, ...chosen } = useSelection()
  const selection = selectionOf(chosen)
  // The total decides whether the file is made at once or by a task.
  const total = isPlaceholderData ? undefined : shownTotal
  const { shown } = useColumns(spec)
  const role = useUser()?.role
  const running = useRef<AbortController>(null)
  const [isRunning, setRunning] = useState(false)
  const [task, setTask] = useState<Task | null>(null)
  /** Export whose code could not be fetched. */
  const [prevented, setPrevented] = useState<{ how: ExportChoice; scope: ExportScope } | null>(null)
  const [choice, setChoice] = useStore<ExportChoice>(`${spec.name}.export`, {
    format: 'csv',
    timezone: null,
    fields: null,
  })

  const { locale } = format
  const isMinimum = meta?.totalIsMinimum === true
  const totals: ExportTotals = {
    all: countText(shownTotal ?? 0, locale, isMinimum),
    selected: selection && countText(count, locale, isMinimum && chosen.isAll),
  }

  const start = async (how = choice, scope: ExportScope = selection ? 'selected' : 'all') => {
    if (running.current) return running.current.abort()
    if (total === undefined) return
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    setPrevented(null)
    try {
      await EXPORT_CODE.fetch()
      const code = EXPORT_CODE.get()
      if (!code || 'error' in code) {
        if (!controller.signal.aborted) setPrevented({ how, scope })
        return
      }
      const part = scope === 'selected' && selection ? { selection, total: count } : { selection: {}, total }
      const list = { filter, ...part, sort: [sort.field, sort.order] as [string, 'ASC' | 'DESC'], shown, role }
      setTask(await code.value.exportList(spec, list, how, { format, signal: controller.signal }))
    } catch {
      if (!controller.signal.aborted) notify('app.export.failed', { type: 'error' })
    } finally {
      running.current = null
      setRunning(false)
    }
  }
  const leaveTask = () => setTask(null)
  return {
    isReady: Boolean(total),
    isRunning,
    start,
    choice,
    setChoice,
    shown,
    totals,
    task,
    leaveTask,
    prevented,
    setPrevented,
  }
}

/** Returns the selection for the export request; null if all or no records are selected. */
function selectionOf({
  records,
  isAll,
  excepted,
}: Pick<ReturnType<typeof useSelection>, 'records' | 'isAll' | 'excepted'>): ExportSelection | null {
  if (isAll) return excepted.size === 0 ? null : { except_ids: [...excepted] }
  return records.size === 0 ? null : { ids: [...records.keys()] }
}
