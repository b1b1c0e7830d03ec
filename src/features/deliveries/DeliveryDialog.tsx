import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WebhookDeliveryDetail } from '../../../contract/partner/webhooks'
import { numberFormat } from '../../providers/format/intl'
import { CodeBlock, CodeTitle, pretty } from '../../ui/CodeBlock'
import { Instant } from '../../ui/Instant'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText } from '../../ui/Text'

interface DeliveryDialogProps {
  /** Query key of the delivery. */
  queryKey: readonly unknown[]
  read: () => Promise<WebhookDeliveryDetail>
  /** Null for read-only users. */
  replay: (() => Promise<void>) | null
  onClose: () => void
}

/** Details of a webhook delivery: content, attempts, and an action to repeat it. */
export function DeliveryDialog({ queryKey, read, replay, onClose }: DeliveryDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const titleId = useId()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, refetch } = useQuery({ queryKey, queryFn: read, staleTime: 0 })
  const again = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await replay?.()
      await refetch()
    } catch (fault) {
      setRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  const wrong = refusal ?? error
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{data ? <bdi>{data.type}</bdi> : t('app.hooks.delivery')}</DialogTitle>
      <DialogContent>
        {wrong && <Alert severity="error">{problemText(wrong, format)}</Alert>}
        {!data && !error && <Skeleton variant="rectangular" height={260} />}
        {data && (
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', fontSize: 'body2.fontSize' }}>
            <SecondaryText component="bdi" breaks>
              {data.url}
            </SecondaryText>
            <CodeBlock title={t('app.hooks.payload')} text={pretty(data.payload)} />
            <Box>
              <CodeTitle>{t('app.hooks.tries')}</CodeTitle>
              {data.tries.length === 0 && <Muted>{t('app.hooks.noTries')}</Muted>}
              {data.tries.map((attempt) => (
                <Box key={attempt.at} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, py: 1 }}>
                  <Instant value={attempt.at} />
                  <span>
                    {attempt.status === 0 ? t('app.hooks.noAnswer') : numberFormat('en').format(attempt.status)}
                  </span>
                  <span>{t('app.calls.ms', { ms: numberFormat(locale).format(attempt.duration_ms) })}</span>
                  <SecondaryText component="bdi" breaks>
                    {attempt.answer}
                  </SecondaryText>
                </Box>
              ))}
            </Box>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {replay && (
          <Button loading={busy} disabled={!data} onClick={() => void again()}>
            {t('app.hooks.replay')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
