import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Pager } from '../../../ui/Pager'
import { Gate } from '../../../ui/Gate'
import { ListPanel } from '../../../ui/ListPanel'
import { PageHeader } from '../../../ui/PageHeader'
import { StatePanel } from '../../../ui/StatePanel'
import { useFormat } from '../../../ui/useFormat'
import { numberFormat } from '../../../providers/format/intl'
import { resourceName } from '../../../kit/labels'
import { DuplicateRow } from './DuplicateRow'
import { callPage } from '../../../providers/http/call'
import { pageOf } from '../../../ui/addressValues'
import { PlainList } from '../../../ui/Rows'

const ROWS = 25

/** Possible duplicate customers in pairs. The page number is in the URL. */
export default function DuplicatesPage() {
  return (
    <Gate action="list" resource="customers">
      <Duplicates />
    </Gate>
  )
}

function Duplicates() {
  const { t, locale } = useFormat()
  const [params, setParams] = useSearchParams()
  const page = pageOf(params.get('page'))
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['customers', 'duplicates', page],
    queryFn: () => callPage('GET /customers/duplicates', { filter: {}, page, perPage: ROWS }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const total = data?.total ?? 0
  return (
    <>
      <PageHeader
        title={t('app.duplicates.title')}
        subtitle={t('app.duplicates.text')}
        back={{ to: '/customers', label: resourceName(t, 'customers') }}
        mark={
          total > 0 && (
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {numberFormat(locale).format(total)}
            </Box>
          )
        }
      />
      <ListPanel
        icon={MergeIcon}
        isPending={isPending}
        error={data ? null : error}
        failed={t('app.duplicates.unread')}
        retry={() => void refetch()}
      >
        {data?.rows.length ? (
          <PlainList aria-label={t('app.duplicates.title')} divided>
            {data.rows.map((pair) => (
              <DuplicateRow key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
            ))}
          </PlainList>
        ) : (
          <StatePanel icon={MergeIcon} title={t('app.duplicates.none')} text={t('app.duplicates.noneText')} />
        )}
        {total > ROWS && (
          <Pager
            page={page}
            rows={ROWS}
            total={total}
            onPage={(next) => setParams(next === 1 ? {} : { page: String(next) }, { replace: true })}
          />
        )}
      </ListPanel>
    </>
  )
}
