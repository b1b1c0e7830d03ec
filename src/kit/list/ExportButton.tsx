import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useMay } from '../../providers/auth/useSession'
import { OpenerTip } from '../../ui/OpenerTip'
import { useFormat } from '../../ui/useFormat'
import type { AnySpec } from '../resource'
import { useExport } from './useExport'
import { useList } from './useList'
import { onDemand } from '../../ui/onDemand'

const ExportDialog = onDemand(() => import('./ExportDialog'))
const ExportTaskDialog = onDemand(() => import('./ExportTaskDialog'))

/** Saves everything that the list's filter matches, not only the page in sight. A second click stops it. */
export function ExportButton({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const allowed = useMay('export', spec.name)
  const { total } = useList()
  const { isRunning, start, choice, setChoice, shown, task, leaveTask } = useExport(spec)
  const [choosing, setChoosing] = useState(false)
  if (!allowed) return null
  const title = isRunning ? t('app.export.running') : t('ra.action.export')
  return (
    <>
      <Tooltip title={title}>
        <span>
          <IconButton
            aria-label={title}
            disabled={total === 0}
            onClick={() => void start()}
            sx={{ width: 34, height: 34 }}
          >
            {isRunning ? <CircularProgress size={17} /> : <DownloadIcon fontSize="bar" />}
          </IconButton>
        </span>
      </Tooltip>
      <OpenerTip title={t('app.export.choose')} open={choosing}>
        <span>
          <IconButton
            aria-label={t('app.export.choose')}
            aria-haspopup="dialog"
            disabled={total === 0 || isRunning}
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
