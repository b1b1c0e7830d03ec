import Box from '@mui/material/Box'
import type { WebhookEndpoint } from '../../../contract/partner/webhooks'
import { isolate } from '../../providers/format/bidi'
import { formatDateTime, formatRelative } from '../../providers/format/dates'
import { MONOSPACE } from '../../ui/theme/theme'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { Column } from '../../ui/Column'
import { SecondaryText } from '../../ui/Text'

/** Status icon of each endpoint state, as used elsewhere. */
const MARKS = { active: 'active', paused: 'suspended', disabled: 'cancelled' } as const

/** Facts about a webhook endpoint: address, state, subscribed events, signing secret. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t, locale } = useFormat()
  const now = useNow()
  const ago = (instant: string) => formatRelative(instant, now, locale)
  const facts = [
    t(`choices.environments.${endpoint.environment}`),
    isolate(`whsec_…${endpoint.secret_last4}`),
    endpoint.previous_secret_until &&
      t('app.hooks.bothSecrets', { when: formatDateTime(endpoint.previous_secret_until, { locale }) }),
    endpoint.last_success_at && t('app.hooks.lastSuccess', { when: ago(endpoint.last_success_at) }),
    endpoint.failing_since && t('app.hooks.failingSince', { when: ago(endpoint.failing_since) }),
    endpoint.disabled_reason && t(`app.hooks.disabled.${endpoint.disabled_reason}`),
  ]
  return (
    <Column gap={1} shrinks>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Box component="bdi" sx={{ fontFamily: MONOSPACE, fontSize: 'body2.fontSize', overflowWrap: 'anywhere' }}>
          {endpoint.url}
        </Box>
        <StatusMark value={MARKS[endpoint.status]} label={t(`app.hooks.status.${endpoint.status}`)} />
      </Box>
      <SecondaryText size="caption">{facts.filter(Boolean).join(' · ')}</SecondaryText>
      <Box
        dir="ltr"
        sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', fontFamily: MONOSPACE, textAlign: 'start' }}
      >
        {endpoint.events.join(' ')}
      </Box>
    </Column>
  )
}
