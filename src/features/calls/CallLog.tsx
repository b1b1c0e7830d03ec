import SearchOffIcon from '@mui/icons-material/SearchOff'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { OlderNewer } from '../../ui/OlderNewer'
import type { ReactNode } from 'react'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { CallChart } from './CallChart'
import { CallDialog } from './CallDialog'
import { CallFilters } from './CallFilters'
import { hoursOf, rangeOf, type CallFilter, type CallSource } from './callSource'
import { CallTable } from './CallTable'
import { Column } from '../../ui/Column'

interface CallLogProps {
  /** Query key prefix of the log. */
  scope: readonly unknown[]
  source: CallSource
  filter: CallFilter
  onFilter: (to: Partial<CallFilter>, replace?: boolean) => void
  /** Renders related links for the trip of a call. */
  related?: ((reference: string) => ReactNode) | undefined
}

/** Log of calls: statistics, list and details. */
export function CallLog({ scope, source, filter, onFilter, related }: CallLogProps) {
  const format = useFormat()
  const { t } = format
  const now = useNow()
  const { call, ...asked } = filter
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...scope, 'calls', asked],
    // The period ends at the time of the request, not when the page was opened.
    queryFn: () => source.list(filter, Date.now()),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const summary = useQuery({
    queryKey: [...scope, 'summary', rangeOf(filter), filter.environment],
    queryFn: () => source.summary(filter, Date.now()),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const narrow = (to: Partial<CallFilter>, replace = false) => onFilter({ cursor: '', ...to }, replace)
  return (
    <Column bounded>
      {!summary.error && <CallChart summary={summary.data} hours={hoursOf(rangeOf(filter))} now={now} />}
      <CallFilters filter={filter} onChange={narrow} />
      {error && (
        <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('app.problem.retry')}</Button>}>
          {problemText(error, format)}
        </Alert>
      )}
      {!error && (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          {data?.results.length === 0 ? (
            <StatePanel icon={SearchOffIcon} title={t('app.calls.none')} text={t('app.calls.noneText')} />
          ) : (
            <CallTable
              calls={data?.results}
              busy={!data || isPlaceholderData}
              onOpen={(id) => onFilter({ call: id })}
            />
          )}
        </Paper>
      )}
      <OlderNewer page={data} onTurn={(cursor) => onFilter({ cursor })} />
      {call !== '' && (
        <CallDialog
          queryKey={[...scope, 'call', call]}
          read={() => source.one(call)}
          related={related}
          onClose={() => onFilter({ call: '' }, true)}
        />
      )}
    </Column>
  )
}
