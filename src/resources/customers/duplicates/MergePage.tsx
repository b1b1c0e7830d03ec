import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQueries } from '@tanstack/react-query'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { Gate } from '../../../ui/Gate'
import { PageHeader } from '../../../ui/PageHeader'
import { problemText } from '../../../ui/problemText'
import { StatePanel } from '../../../ui/StatePanel'
import { useFormat } from '../../../ui/useFormat'
import { call } from '../../../providers/http/call'
import { MergeForm } from './MergeForm'

/** Compares and merges two customers. The URL names the one that remains. */
export default function MergePage() {
  const { t } = useFormat()
  return (
    <Gate action="delete" resource="customers">
      <PageHeader
        title={t('app.duplicates.mergeTitle')}
        subtitle={t('app.duplicates.mergeText')}
        back={{ to: '/customers/duplicates', label: t('app.duplicates.title') }}
      />
      <Comparison />
    </Gate>
  )
}

function Comparison() {
  const format = useFormat()
  const { t } = format
  const [params, setParams] = useSearchParams()
  const ids = [params.get('keep') ?? '', params.get('other') ?? ''] as const
  const isAsked = ids.every((id) => id !== '')
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['customers', 'compared', id],
      queryFn: () => call('GET /customers/:id', { params: { id } }),
      enabled: isAsked,
      staleTime: 0,
    })),
  })
  const [target, other] = answers.map(({ data }) => data)
  const error = answers.find((answer) => answer.error)?.error
  const readAgain = () => void Promise.all(answers.map(({ refetch }) => refetch()))
  if (!isAsked || error)
    return (
      <StatePanel
        icon={MergeIcon}
        role={error ? 'alert' : 'status'}
        title={error ? t('app.duplicates.unreadBoth') : t('app.duplicates.mergeTitle')}
        text={error ? problemText(error, format) : t('app.duplicates.chooseTwo')}
        action={
          error ? (
            <Button onClick={readAgain}>{t('app.problem.retry')}</Button>
          ) : (
            <Button component={RouterLink} to="/customers/duplicates">
              {t('app.duplicates.title')}
            </Button>
          )
        }
      />
    )
  if (!target || !other) return <Skeleton height={480} />
  return (
    <MergeForm
      key={`${target.version} ${other.version}`}
      target={target}
      other={other}
      onSwap={() => setParams({ keep: other.id, other: target.id }, { replace: true })}
      readAgain={readAgain}
    />
  )
}
