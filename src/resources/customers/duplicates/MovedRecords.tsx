import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { MergeOutcome } from '../../../../contract/operations/customer-merge'
import { numberFormat } from '../../../providers/format/intl'
import { useFormat } from '../../../ui/useFormat'
import { SecondaryText } from '../../../ui/Text'

const KINDS = {
  reservations: 'app.duplicates.movedReservations',
  passengers: 'app.duplicates.movedPassengers',
  waiting_entries: 'app.duplicates.movedWaiting',
  mails: 'app.duplicates.movedMails',
} as const satisfies Record<keyof MergeOutcome['moved'], string>

/** Number of records that move to the remaining customer; undefined while loading. */
export function MovedRecords({ moved }: { moved: MergeOutcome['moved'] | undefined }) {
  const { t, locale } = useFormat()
  return (
    <Box component="dl" sx={{ m: 0, display: 'flex', gap: 6, flexWrap: 'wrap' }}>
      {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => (
        <Box key={kind} sx={{ minWidth: 90 }}>
          <SecondaryText component="dt" size="caption">
            {t(KINDS[kind])}
          </SecondaryText>
          <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {moved ? numberFormat(locale).format(moved[kind]) : <Skeleton width={24} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
