import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { WEBHOOK_TESTS_PER_MINUTE } from '../../../contract/core/limits/webhooks'
import type { WebhookEndpoint } from '../../../contract/partner/webhooks'
import { DeliveryLog } from '../../features/deliveries/DeliveryLog'
import { EndpointFacts } from '../../features/deliveries/EndpointFacts'
import { problemText } from '../../ui/problemText'
import { useFormat, type Format } from '../../ui/useFormat'
import { problemOf } from '../../providers/http/problem'
import { Panel } from '../sections/Panel'
import type { Partner } from '../../providers/auth/partnerSession'
import { call } from '../../providers/http/call'
import { deliveriesOf, updateWebhook } from './webhookCalls'
import { WrappingRow } from '../../ui/Column'

export type EndpointTask = 'edit' | 'rotate' | 'remove'

/** Returns the text for a refused test message; above the rate limit, with the limit and the wait. */
function testProblemText(error: unknown, format: Format): string {
  const { code, retry_after_s: seconds } = problemOf(error)
  return code === 'too_many_requests' && seconds !== undefined
    ? format.t('app.hooks.testLimit', { limit: WEBHOOK_TESTS_PER_MINUTE, seconds })
    : problemText(error, format)
}

interface EndpointPanelProps {
  endpoint: WebhookEndpoint
  partner: Partner
  onTask: (task: EndpointTask) => void
  onChanged: () => void
}

/** Webhook endpoint: state, actions and deliveries. */
export function EndpointPanel({ endpoint, partner, onTask, onChanged }: EndpointPanelProps) {
  const format = useFormat()
  const { t } = format
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSent, setSent] = useState(false)
  const scope = ['partner', partner.id, 'webhook', endpoint.id]
  const run =
    (
      work: () => Promise<unknown>,
      done: () => void,
      textOf: (error: unknown, format: Format) => string = problemText,
    ) =>
    () => {
      setRefusal(null)
      setSent(false)
      work().then(done, (error: unknown) => setRefusal(textOf(error, format)))
    }
  const tested = () => {
    setSent(true)
    void queryClient.invalidateQueries({ queryKey: scope })
  }
  const isActive = endpoint.status === 'active'
  return (
    <Panel title={endpoint.description ?? t('app.hooks.receiver')}>
      <Box sx={{ px: 4, py: 3, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <EndpointFacts endpoint={endpoint} />
        <WrappingRow>
          <Button
            variant="outlined"
            disabled={!isActive}
            onClick={run(
              () => call('POST /partner/credentials/webhooks/:id/test', { params: { id: endpoint.id } }),
              tested,
              testProblemText,
            )}
          >
            {t('app.hooks.test')}
          </Button>
          <Button onClick={run(() => updateWebhook(endpoint, { status: isActive ? 'paused' : 'active' }), onChanged)}>
            {t(isActive ? 'app.hooks.pause' : 'app.hooks.resume')}
          </Button>
          <Button onClick={() => onTask('edit')}>{t('ra.action.edit')}</Button>
          <Button onClick={() => onTask('rotate')}>{t('app.hooks.rotate')}</Button>
          <Button color="error" onClick={() => onTask('remove')}>
            {t('app.hooks.remove')}
          </Button>
        </WrappingRow>
        {isSent && <Alert severity="info">{t('app.hooks.sent')}</Alert>}
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        <DeliveryLog scope={scope} source={deliveriesOf(endpoint)} mayReplay />
      </Box>
    </Panel>
  )
}
