import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Checklist } from '../../ui/Checklist'
import { useFormat } from '../../ui/useFormat'
import type { SectionProps } from '../frame/sections'
import { SectionHead, ReadError } from '../sections/Panel'
import { linkTo } from '../useAddress'
import { call } from '../../providers/http/call'
import { Column } from '../../ui/Column'

/** Calls that a program must have made with a test key before the partner may sell. */
export default function ChecklistSection({ partner }: SectionProps) {
  const { t } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'certification'],
    queryFn: () => call('GET /partner/mock-trips/certification'),
    staleTime: 0,
  })
  if (error) return <ReadError error={error} retry={() => void refetch()} />
  return (
    <Column bounded>
      <SectionHead title={t('app.partner.nav.checklist')} text={t('app.check.text')} />
      {data?.is_complete && <Alert severity="success">{t('app.check.complete')}</Alert>}
      <Paper variant="outlined" sx={{ px: 4 }}>
        {data ? (
          <Checklist certification={data} linkTo={(q) => linkTo('logs', { q, range: '30d' })} />
        ) : (
          <Skeleton height={440} />
        )}
      </Paper>
    </Column>
  )
}
