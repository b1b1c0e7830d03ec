import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../providers/auth/useSession'
import { DeliveryLog } from '../../ui/deliveries/DeliveryLog'
import { EndpointFacts } from '../../ui/deliveries/EndpointFacts'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { Card } from '../../kit/RecordSections'
import { call } from '../../providers/http/call'
import { deliveriesTo } from './partnerAccessApi'

/** Where a partner wants to be told of what happens, and what it was told. */
export function PartnerHooks({ partnerId }: { partnerId: string }) {
  const format = useFormat()
  const { t } = format
  const mayReplay = useMay('edit', 'partners')
  const { data, error } = useQuery({
    queryKey: ['partners', 'webhooks', partnerId],
    queryFn: () => call('GET /partners/:id/webhooks', { params: { id: partnerId } }),
    staleTime: 0,
  })
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Card title={t('app.partnerDesk.hooks.receivers')}>
        {error && <Alert severity="error">{problemText(error, format)}</Alert>}
        {!data && !error && <Skeleton height={44} />}
        {data?.length === 0 && <Muted>{t('app.hooks.none')}</Muted>}
        <Box sx={{ display: 'grid', gap: 4 }}>
          {data?.map((endpoint) => (
            <EndpointFacts key={endpoint.id} endpoint={endpoint} />
          ))}
        </Box>
      </Card>
      <Card title={t('app.partnerDesk.hooks.deliveries')}>
        <DeliveryLog
          scope={['partners', 'deliveries', partnerId]}
          source={deliveriesTo(partnerId)}
          mayReplay={mayReplay}
        />
      </Card>
    </Box>
  )
}
