import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState, type FormEvent } from 'react'
import { FARES_LEFT_OUT_HEADER } from '../../../contract/operations/timetables'
import { addDays, today } from '../../providers/format/dates'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { saveBytes } from '../../providers/http/files'
import { TRANSFER_TIMEOUT_MS } from './timetableApi'

const DEFAULT_DAYS = 30

/** Exports the timetable of a range of service dates as a GTFS feed. */
export default function TimetableExport({ onClose }: { onClose: () => void }) {
  const format = useFormat()
  const { t } = format
  const [from, setFrom] = useState(() => today(Date.now()))
  const [to, setTo] = useState(() => addDays(today(Date.now()), DEFAULT_DAYS))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [leftOut, setLeftOut] = useState(0)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(null)
    setLeftOut(0)
    try {
      const request = { query: { from, to }, timeoutMs: TRANSFER_TIMEOUT_MS }
      const headers = await saveBytes('GET /gtfs/export', request, 'application/zip')
      const missing = Number(headers.get(FARES_LEFT_OUT_HEADER))
      if (missing > 0) setLeftOut(missing)
      else onClose()
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="export-title">
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id="export-title">{t('app.gtfs.export')}</DialogTitle>
        <DialogContent>
          <Typography color="text.secondary" sx={{ mb: 4 }}>
            {t('app.gtfs.exportText')}
          </Typography>
          {refusal !== null && (
            <Alert severity="error" sx={{ mb: 4 }}>
              {problemText(refusal, format)}
            </Alert>
          )}
          {leftOut > 0 && (
            <Alert severity="warning" sx={{ mb: 4 }}>
              {t('app.gtfs.exportLeftOut', { count: leftOut })}
            </Alert>
          )}
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
            <DateBox required label={t('app.filter.from')} value={from} onChange={setFrom} />
            <DateBox required label={t('app.filter.to')} value={to} min={dayOf(from) ?? undefined} onChange={setTo} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t(leftOut > 0 ? 'ra.action.close' : 'ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!dayOf(from) || !dayOf(to)}>
            {t('app.gtfs.download')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
