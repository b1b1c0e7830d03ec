import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Checklist } from '../../ui/Checklist'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { Card } from '../../kit/RecordSections'
import { call } from '../../providers/http/call'

/** What the partner's program has done with a test key: looked at before live sales are approved. */
export function PartnerChecklist({ partnerId }: { partnerId: string }) {
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
