import Skeleton from '@mui/material/Skeleton'
import { useHasRight, useMay } from '../../providers/auth/useSession'
import { useCompany } from '../../providers/data/useCompany'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { CompanySettings } from './CompanySettings'
import { onDemand } from '../../ui/onDemand'

const Waiting = () => <Skeleton height={480} />

const BackupsSection = onDemand(async () => ({ default: (await import('./BackupsSection')).BackupsSection }), Waiting)
const JournalSection = onDemand(async () => ({ default: (await import('./JournalSection')).JournalSection }), Waiting)

/** Settings of the operator: all staff may read them, few may change them. */
export default function CompanyPage() {
  const { t } = useFormat()
  const company = useCompany()
  const isAdmin = useMay('edit', 'users')
  const mayExportJournal = useHasRight('export_journal')
  return (
    <>
      <PageHeader title={t('app.company.title')} subtitle={t('app.company.text')} />
      {company ? <CompanySettings key={company.version} company={company} /> : <Waiting />}
      {mayExportJournal && company && <JournalSection timezone={company.timezone} />}
      {isAdmin && company && <BackupsSection />}
    </>
  )
}
