import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Checklist } from '../../ui/Checklist'
import { useFormat } from '../../ui/useFormat'
import type { SectionProps } from '../frame/sections'
import { Unread } from '../sections/Panel'
import { linkTo } from '../useAddress'
import { call } from '../../providers/http/call'

/** The calls that a program has to have made with a test key before the partner sells. */
export default function ChecklistSection({ partner }: SectionProps) {
  const { t } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'certification'],
    queryFn: () => call('GET /partner/mock-trips/certification'),
    staleTime: 0,
  })
  if (error) return <Unread error={error} retry={() => void refetch()} />
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Typography variant="h1">{t('app.partner.nav.checklist')}</Typography>
        <Typography color="text.secondary" sx={{ fontSize: 13, maxWidth: '80ch' }}>
          {t('app.check.text')}
        </Typography>
      </Box>
      {data?.is_complete && <Alert severity="success">{t('app.check.complete')}</Alert>}
      <Paper variant="outlined" sx={{ borderRadius: 2.5, px: 4 }}>
        {data ? (
          <Checklist certification={data} linkTo={(q) => linkTo('logs', { q, range: '30d' })} />
        ) : (
          <Skeleton height={440} />
        )}
      </Paper>
    </Box>
  )
}
