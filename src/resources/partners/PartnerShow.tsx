import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Partner } from '../../../contract/entities/partner'
import { listLink } from '../../kit/list/listLink'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../../kit/GeneratedShow'
import { History } from '../../kit/History'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordSections } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import { TwoColumns } from '../../kit/TwoColumns'
import { Allotments } from './terms/Allotments'
import { PartnerCalls } from './calls/PartnerCalls'
import { PartnerAccess } from './PartnerAccess'
import { PartnerChecklist } from './PartnerChecklist'
import { PartnerHooks } from './PartnerHooks'
import { PartnerStatus } from './PartnerStatus'
import { StatementView } from './statement/StatementView'
import { TermsPreview } from './terms/TermsPreview'
import { Column } from '../../ui/Column'

const VIEWS = ['terms', 'calls', 'hooks', 'statement'] as const

/** A partner: who it is and on what terms it sells, who and what comes in for it, what it called and what it owes. */
export default function PartnerShow() {
  const spec = specOf('partners')
  return <RecordPage spec={spec}>{(record) => <PartnerPage record={record} />}</RecordPage>
}

function PartnerPage({ record }: { record: AnyRecord }) {
  const { t } = useFormat()
  const spec = specOf('partners')
  const partner = record as unknown as Partner
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
                {t('app.depot.operator.jobs')}
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
            <RecordSections spec={spec} record={record} />
            <TermsPreview partner={partner} />
            <Allotments partnerId={record.id} />
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
      {view === 'statement' && <StatementView partner={partner} />}
    </>
  )
}
