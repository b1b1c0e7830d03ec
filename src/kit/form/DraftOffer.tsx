import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { formatDateTime } from '../../providers/format/dates'
import { useFormat } from '../../ui/useFormat'
import { useFormInfo } from './FormContext'
import { useDraft } from './useDraft'

/** Offers back what was typed here before and never saved. */
export function DraftOffer() {
  const { t, locale } = useFormat()
  const { spec, record } = useFormInfo()
  const version: unknown = record?.['version']
  const { found, restore, discard } = useDraft(spec.name, record?.id, typeof version === 'number' ? version : null)
  if (!found) return null
  return (
    <Alert
      severity="info"
      sx={{ mb: 4 }}
      action={
        <>
          <Button onClick={discard}>{t('app.draft.discard')}</Button>
          <Button variant="outlined" onClick={restore}>
            {t('app.draft.restore')}
          </Button>
        </>
      }
    >
      {t('app.draft.found', { time: formatDateTime(found.at, { locale }) })}
    </Alert>
  )
}
