import Alert from '@mui/material/Alert'
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
import { Column } from '../../ui/Column'

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
    <Column bounded>
      <Card title={t('app.partnerDesk.hooks.receivers')}>
        {error && <Alert severity="error">{problemText(error, format)}</Alert>}
        {!data && !error && <Skeleton height={44} />}
        {data?.length === 0 && <Muted>{t('app.hooks.none')}</Muted>}
        <Column>
          {data?.map((endpoint) => (
            <EndpointFacts key={endpoint.id} endpoint={endpoint} />
          ))}
        </Column>
      </Card>
      <Card title={t('app.partnerDesk.hooks.deliveries')}>
        <DeliveryLog
          scope={['partners', 'deliveries', partnerId]}
          source={deliveriesTo(partnerId)}
          mayReplay={mayReplay}
        />
      </Card>
    </Column>
  )
}
