import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { ApiLogDetail } from '../../../contract/partner/logs'
import { API_HOST } from '../../providers/config'
import { isolate } from '../../providers/format/bidi'
import { formatDateTime } from '../../providers/format/dates'
import { numberFormat } from '../../providers/format/intl'
import { MONOSPACE } from '../../ui/theme/theme'
import { CopyBox } from '../../ui/CopyBox'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { CallStatus } from './CallTable'
import { CodeBlock, CodeTitle, pretty } from '../../ui/CodeBlock'
import { curlOfCall } from './curl'
import { Column } from '../../ui/Column'
import { SecondaryText } from '../../ui/Text'

interface CallDialogProps {
  /** Query key of the call. */
  queryKey: readonly unknown[]
  read: () => Promise<ApiLogDetail>
  /** Renders related links for the trip of the call. */
  related?: ((reference: string) => ReactNode) | undefined
  onClose: () => void
}

/** Details of a call: request, response and a command to repeat it. Secrets were removed before it was stored. */
export function CallDialog({ queryKey, read, related, onClose }: CallDialogProps) {
  const format = useFormat()
  const { t } = format
  const titleId = useId()
  const { data: call, error } = useQuery({ queryKey, queryFn: read, staleTime: Infinity })
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {call ? (
          <Box component="bdi" sx={{ fontFamily: MONOSPACE, fontSize: 'body1.fontSize', overflowWrap: 'anywhere' }}>
            {call.method} {call.path}
          </Box>
        ) : (
          t('app.calls.one')
        )}
      </DialogTitle>
      <DialogContent>
        {error && <Alert severity="error">{problemText(error, format)}</Alert>}
        {!call && !error && <Skeleton variant="rectangular" height={320} />}
        {call && (
          <Column gap={5} bounded>
            <Facts call={call} />
            <CodeBlock title={t('app.calls.requestHeaders')} text={headersOf(call.request_headers)} />
            {call.request_body && <CodeBlock title={t('app.calls.requestBody')} text={pretty(call.request_body)} />}
            <CodeBlock title={t('app.calls.responseHeaders')} text={headersOf(call.response_headers)} />
            {call.response_body && <CodeBlock title={t('app.calls.responseBody')} text={pretty(call.response_body)} />}
            <Box>
              <CodeTitle>{t('app.calls.curl')}</CodeTitle>
              <CopyBox text={curlOfCall(call, API_HOST)} label={t('app.calls.curl')} />
            </Box>
            {call.trip_reference !== null && related?.(call.trip_reference)}
          </Column>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function Facts({ call }: { call: ApiLogDetail }) {
  const { t, locale } = useFormat()
  const key = call.credential
  const facts: [name: string, value: ReactNode][] = [
    ['answer', <CallStatus key="status" call={call} />],
    ['when', formatDateTime(call.at, { locale })],
    ['took', t('app.calls.ms', { ms: numberFormat(locale).format(call.duration_ms) })],
    ['by', key ? `${isolate(key.name)} (${isolate(`${key.prefix}…${key.last4}`)})` : t('app.calls.portal')],
    ['environment', t(`choices.environments.${call.environment}`)],
    [
      'trip',
      [call.trip_reference, call.partner_reference]
        .filter((reference) => reference !== null)
        .map(isolate)
        .join(' · '),
    ],
    ['query', call.query],
    ['requestId', call.request_id],
    ['idempotency', call.idempotency_key],
    ['ip', call.ip],
    ['agent', call.user_agent],
  ]
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        fontSize: 'body2.fontSize',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        columnGap: 6,
      }}
    >
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <Box key={name} sx={{ display: 'grid', gridTemplateColumns: '2fr 3fr', gap: 3 }}>
            <SecondaryText component="dt">{t(`app.calls.${name}`)}</SecondaryText>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              <bdi>{value}</bdi>
            </Box>
          </Box>
        ))}
    </Box>
  )
}
