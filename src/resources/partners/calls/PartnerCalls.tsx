import { useSearchParams } from 'react-router-dom'
import { useMay } from '../../../providers/auth/useSession'
import { CallLog } from '../../../ui/calls/CallLog'
import { CALL_FILTER_NAMES, type CallFilter } from '../../../ui/calls/callSource'
import { CodeTitle } from '../../../ui/calls/CodePart'
import { DeliveryLog } from '../../../ui/deliveries/DeliveryLog'
import { useFormat } from '../../../ui/useFormat'
import { callsOf, deliveriesTo } from '../partnerAccessApi'

/** What a partner called and was answered; a call about a trip also shows what the partner was told of it. */
export function PartnerCalls({ partnerId }: { partnerId: string }) {
  const { t } = useFormat()
  const mayReplay = useMay('edit', 'partners')
  const [query, setQuery] = useSearchParams()
  const filter = Object.fromEntries(
    CALL_FILTER_NAMES.map((name) => [name, query.get(name) ?? '']),
  ) as unknown as CallFilter
  const change = (to: Partial<CallFilter>, replace = false) => {
    const next = Object.entries({ ...filter, ...to }).filter(([, value]) => value !== '')
    setQuery(new URLSearchParams([['view', 'calls'], ...next]), { replace })
  }
  return (
    <CallLog
      scope={['partners', 'log', partnerId]}
      source={callsOf(partnerId)}
      filter={filter}
      onFilter={change}
      related={(reference) => (
        <div>
          <CodeTitle>{t('app.partnerDesk.hooks.deliveries')}</CodeTitle>
          <DeliveryLog
            scope={['partners', 'deliveries', partnerId]}
            source={deliveriesTo(partnerId)}
            mayReplay={mayReplay}
            reference={reference}
          />
        </div>
      )}
    />
  )
}
