import SearchOffIcon from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { SEARCH_MAX_CHARS } from '../../../contract/core/limits/search'
import { RESERVATION_STATUSES } from '../../../contract/core/vocabulary'
import { OlderNewer } from '../../ui/OlderNewer'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { useLater } from '../../ui/useLater'
import type { Partner } from '../../providers/auth/partnerSession'
import { useAddress } from '../useAddress'
import { call } from '../../providers/http/call'
import { Column } from '../../ui/Column'
import type { SectionProps } from '../frame/sections'
import { TripPage } from './TripPage'
import { ReadError } from '../sections/Panel'
import { TripsTable } from './TripsTable'

/** Trips of the partner, the newest first. Search, status and page are in the address. */
function Trips({ partner }: { partner: Partner }) {
  const { t } = useFormat()
  const { values, change: go } = useAddress('trips', ['q', 'status', 'cursor'])
  const filter = { ...values, status: RESERVATION_STATUSES.find((status) => status === values.status) ?? '' }
  const change = (to: Partial<typeof filter>, replace: boolean) => go({ cursor: '', ...to }, replace)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['partner', partner.id, 'trips', filter],
    queryFn: () => call('GET /partner/trips', { query: { ...filter, limit: 25 } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const narrowed = filter.q !== '' || filter.status !== ''
  return (
    <Column>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Typography variant="h1" sx={{ flex: '1 1 160px' }}>
          {t('app.partner.nav.trips')}
        </Typography>
        <Search value={filter.q} onChange={(q) => change({ q }, true)} />
        <TextField
          select
          size="small"
          label={t('app.partner.trips.status')}
          value={filter.status}
          onChange={(event) => change({ status: event.target.value }, false)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ flex: '0 1 180px', minWidth: 150 }}
        >
          <MenuItem value="">{t('app.partner.trips.everyStatus')}</MenuItem>
          {RESERVATION_STATUSES.map((status) => (
            <MenuItem key={status} value={status}>
              {t(`choices.reservationStatuses.${status}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {error ? (
        <ReadError error={error} retry={() => void refetch()} />
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          {data?.results.length === 0 ? (
            <StatePanel
              icon={SearchOffIcon}
              title={t(narrowed ? 'app.partner.trips.notFound' : 'app.partner.trips.none')}
              text={t(narrowed ? 'app.partner.trips.notFoundText' : 'app.partner.trips.noneText')}
            />
          ) : (
            <TripsTable trips={data?.results} busy={!data || isPlaceholderData} />
          )}
        </Paper>
      )}
      <OlderNewer page={data} onTurn={(cursor) => change({ cursor }, false)} />
    </Column>
  )
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useFormat()
  const [typed, setTyped] = useState(value)
  const later = useLater(onChange, FILTER_DEBOUNCE_MS)
  return (
    <TextField
      type="search"
      size="small"
      label={t('app.partner.trips.search')}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        later(event.target.value)
      }}
      slotProps={{ htmlInput: { maxLength: SEARCH_MAX_CHARS } }}
      sx={{ flex: '1 1 280px', maxWidth: 360 }}
    />
  )
}

/** List of the partner's trips, or the one in the address. */
export default function TripSection({ user, partner }: SectionProps) {
  const { values } = useAddress('trips', ['trip'])
  return values.trip === '' ? (
    <Trips partner={partner} />
  ) : (
    <TripPage key={values.trip} id={values.trip} user={user} partner={partner} />
  )
}
