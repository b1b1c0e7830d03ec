import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useRef, useState } from 'react'
import { useDataProvider, useNotify } from 'react-admin'
import { saveFile } from '../../../providers/http/files'
import { useMay } from '../../../providers/auth/useSession'
import { numberFormat } from '../../../format/intl'
import { today } from '../../../format/dates'
import { useFormat } from '../../../ui/useFormat'
import type { AnySpec } from '../resource'
import { useList } from './useList'

/** Saves everything that the list's filter matches, not only the page in sight. A second click stops it. */
export function ExportButton({ spec }: { spec: AnySpec }) {
  const format = useFormat()
  const { t, locale } = format
  const allowed = useMay('export', spec.name)
  const provider = useDataProvider()
  const notify = useNotify()
  const { filterValues, sort, total } = useList()
  const running = useRef<AbortController>(null)
  const [rows, setRows] = useState<number | null>(null)
  if (!allowed) return null

  const start = async () => {
    if (running.current) return running.current.abort()
    const controller = new AbortController()
    running.current = controller
    setRows(0)
    try {
      const { exportCsv } = await import('./exportCsv')
      const request = {
        spec,
        filter: filterValues,
        sort,
        provider,
        format,
        onProgress: setRows,
        signal: controller.signal,
      }
      saveFile(await exportCsv(request), `${spec.name}-${today(Date.now())}.csv`)
    } catch {
      if (!controller.signal.aborted) notify('app.export.failed', { type: 'error' })
    } finally {
      running.current = null
      setRows(null)
    }
  }

  const title =
    rows === null ? t('ra.action.export') : t('app.export.running', { rows: numberFormat(locale).format(rows) })
  return (
    <Tooltip title={title}>
      <span>
        <IconButton
          aria-label={title}
          disabled={total === 0}
          onClick={() => void start()}
          sx={{ width: 34, height: 34 }}
        >
          {rows === null ? <DownloadIcon sx={{ fontSize: 19 }} /> : <CircularProgress size={17} />}
        </IconButton>
      </span>
    </Tooltip>
  )
}
