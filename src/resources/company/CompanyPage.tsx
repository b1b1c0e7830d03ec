import Skeleton from '@mui/material/Skeleton'
import { useCompany } from '../../providers/data/useCompany'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { CompanySettings } from './CompanySettings'

/** The operator's own settings: everybody may read them, few may change them. */
export default function CompanyPage() {
  const { t } = useFormat()
  const company = useCompany()
  return (
    <>
      <PageHeader title={t('app.company.title')} subtitle={t('app.company.text')} />
      {company ? <CompanySettings key={company.version} company={company} /> : <Skeleton height={480} />}
    </>
  )
}
