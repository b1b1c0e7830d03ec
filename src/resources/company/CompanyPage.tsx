import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { useMay } from '../../providers/auth/useSession'
import { useCompany } from '../../providers/data/useCompany'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { CompanySettings } from './CompanySettings'

const BackupsSection = lazy(() => import('./BackupsSection').then((module) => ({ default: module.BackupsSection })))

/** The operator's own settings: everybody may read them, few may change them. */
export default function CompanyPage() {
  const { t } = useFormat()
  const company = useCompany()
  const isAdmin = useMay('edit', 'users')
  return (
    <>
      <PageHeader title={t('app.company.title')} subtitle={t('app.company.text')} />
      {company ? <CompanySettings key={company.version} company={company} /> : <Skeleton height={480} />}
      {isAdmin && (
        <Suspense fallback={<Skeleton height={480} />}>
          <BackupsSection />
        </Suspense>
      )}
    </>
  )
}
