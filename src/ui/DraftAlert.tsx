import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { formatDateTime } from '../providers/format/dates'
import { useFormat } from './useFormat'

interface DraftAlertProps {
  /** Instant of the last input. */
  at: string
  onRestore: () => void
  onDiscard: () => void
}

/** Offers to restore the unsaved input of a form. */
export function DraftAlert({ at, onRestore, onDiscard }: DraftAlertProps) {
  const { t, locale } = useFormat()
  return (
    <Alert
      severity="info"
      sx={{ mb: 4 }}
      action={
        <>
          <Button onClick={onDiscard}>{t('app.draft.discard')}</Button>
          <Button variant="outlined" onClick={onRestore}>
            {t('app.draft.restore')}
          </Button>
        </>
      }
    >
      {t('app.draft.found', { time: formatDateTime(at, { locale }) })}
    </Alert>
  )
}
