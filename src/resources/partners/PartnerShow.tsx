import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Partner } from '../../../contract/entities/partner'
import { listLink } from '../../kit/list/listLink'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../../kit/Show'
import { History } from '../../kit/History'
import { RecordHeader } from '../../kit/RecordHeader'
import { AllDetails, Card } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import { TwoColumns, Column } from '../../ui/Column'
import { Allotments } from '../../features/allotments/Allotments'
import { PartnerAccess } from './PartnerAccess'
import { PartnerStatus } from './PartnerStatus'
import { Settlement } from './statement/Settlement'
import { StatementView } from './statement/StatementView'
import { TermsPreview } from './terms/TermsPreview'
import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { LineSkeleton } from '../../ui/LineSkeleton'
import { Checklist } from '../../ui/Checklist'
import { problemText } from '../../ui/problemText'
import { call } from '../../providers/http/call'
import { useMay } from '../../providers/auth/useSession'
import { DeliveryLog } from '../../features/deliveries/DeliveryLog'
import { EndpointFacts } from '../../features/deliveries/EndpointFacts'
import { Muted } from '../../ui/Muted'
import { deliveriesTo, callsOf } from './partnerAccessApi'
import { CallLog } from '../../features/calls/CallLog'
import { CALL_FILTER_NAMES, type CallFilter } from '../../features/calls/callSource'
import { CodeTitle } from '../../ui/CodeBlock'

const VIEWS = ['terms', 'calls', 'hooks', 'statement'] as const

/** Page of a partner: details and terms, access, API calls and statements. */
export default function PartnerShow() {
  const spec = specOf('partners')
  return <RecordPage spec={spec}>{(record) => <PartnerPage record={record} />}</RecordPage>
}

function PartnerPage({ record }: { record: AnyRecord }) {
  const { t } = useFormat()
  const spec = specOf('partners')
  const partner = record as Partner
  const [query, setQuery] = useSearchParams()
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'terms'
  return (
    <>
      <RecordHeader
        spec={spec}
        record={record}
        actions={
          <>
            {partner.kind === 'affiliate' && (
              <Button
                component={RouterLink}
                to={listLink('journeys', { operated_by_partner_id_in: [partner.id] })}
                variant="outlined"
              >
                {t('app.operations.operator.jobs')}
              </Button>
            )}
            <PartnerStatus partner={partner} />
          </>
        }
      />
      <Tabs
        value={view}
        onChange={(_, name: string) => setQuery(name === 'terms' ? {} : { view: name })}
        variant="scrollable"
        aria-label={t('app.partnerDesk.tabs')}
        sx={{ mb: 4 }}
      >
        {VIEWS.map((name) => (
          <Tab key={name} value={name} label={t(`app.partnerDesk.tab.${name}`)} />
        ))}
      </Tabs>
      {view === 'terms' && (
        <TwoColumns>
          <Column shrinks>
            <TermsPreview partner={partner} />
            <Allotments partnerId={record.id} />
            <AllDetails key={record.id} spec={spec} record={record} />
          </Column>
          <Column shrinks>
            <PartnerAccess partnerId={record.id} />
            <PartnerChecklist partnerId={record.id} />
            <History resource="partners" record={record} />
          </Column>
        </TwoColumns>
      )}
      {view === 'calls' && <PartnerCalls partnerId={record.id} />}
      {view === 'hooks' && <PartnerHooks partnerId={record.id} />}
      {view === 'statement' && (
        <Column bounded>
          <Settlement partner={partner} />
          <StatementView partner={partner} />
        </Column>
      )}
    </>
  )
}

/** Progress of the partner's test integration, reviewed before live sales are approved. */
function PartnerChecklist({ partnerId }: { partnerId: string }) {
  const format = useFormat()
  const { data, error } = useQuery({
    queryKey: ['partners', 'checklist', partnerId],
    queryFn: () => call('GET /partners/:id/certification', { params: { id: partnerId } }),
    staleTime: 0,
  })
  return (
    <Card title={format.t('app.check.title')}>
      {error && <Alert severity="error">{problemText(error, format)}</Alert>}
      {!data && !error && <Skeleton height={440} />}
      {data && <Checklist certification={data} linkTo={(q) => `?view=calls&range=30d&q=${encodeURIComponent(q)}`} />}
    </Card>
  )
}

/** Webhook endpoints of a partner and their deliveries. */
function PartnerHooks({ partnerId }: { partnerId: string }) {
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
        {!data && !error && <LineSkeleton>{t('app.hooks.none')}</LineSkeleton>}
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

/** API log of a partner; a call about a trip also shows its webhook deliveries. */
function PartnerCalls({ partnerId }: { partnerId: string }) {
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
