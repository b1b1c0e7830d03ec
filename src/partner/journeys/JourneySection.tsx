import EventSeatIcon from '@mui/icons-material/EventSeatOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { maySell, type SectionProps } from '../frame/sections'
import { ReadError } from '../sections/Panel'
import { useAddress } from '../useAddress'
import { BookingPanel } from './BookingPanel'
import { DepartureRow } from './DepartureRow'
import { dayOf, pageOf } from '../../ui/addressValues'
import { readDepartures } from './journeyCalls'
import { SearchForm } from './SearchForm'
import { PlainList } from '../../ui/Rows'
import { Column } from '../../ui/Column'

/** Maximum number of passengers in a query, as in the API. */
const MAX_PASSENGERS = 60
const NAMES = ['origin', 'destination', 'date', 'passengers', 'journey'] as const

/** Search for departures, price and hold. The query and the chosen departure are in the address. */
export default function JourneySection({ user, partner }: SectionProps) {
  const { t } = useFormat()
  const { values, change } = useAddress('journeys', NAMES)
  const { origin, destination, journey } = values
  const date = dayOf(values.date) ?? ''
  const passengers = Math.min(pageOf(values.passengers), MAX_PASSENGERS)
  const question = { origin, destination, date, passengers }
  const isAsked = origin !== '' && destination !== '' && date !== ''
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'departures', question],
    queryFn: () => readDepartures(question),
    enabled: isAsked,
    staleTime: 0,
  })
  const chosen = data?.results.find(({ id }) => id === journey)
  return (
    <Column bounded>
      <Box>
        <Typography variant="h1">{t('app.portal.search.title')}</Typography>
        <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize' }}>
          {t('app.portal.search.text')}
        </Typography>
      </Box>
      <SearchForm
        key={`${origin}/${destination}/${date}/${passengers}`}
        partner={partner}
        question={question}
        onAsk={(asked) => change({ ...asked, passengers: String(asked.passengers), journey: '' })}
      />
      {error && <ReadError error={error} retry={() => void refetch()} />}
      {!error && (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: chosen ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
            },
          }}
        >
          <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
            {!isAsked && (
              <StatePanel
                icon={EventSeatIcon}
                title={t('app.portal.search.ask')}
                text={t('app.portal.search.askText')}
              />
            )}
            {isAsked && !data && <Skeleton variant="rectangular" height={320} />}
            {data?.results.length === 0 && (
              <StatePanel
                icon={SearchOffIcon}
                title={t('app.portal.search.none')}
                text={t('app.portal.search.noneText')}
              />
            )}
            <PlainList aria-label={t('app.portal.search.departures')}>
              {data?.results.map((departure) => (
                <DepartureRow
                  key={departure.id}
                  departure={departure}
                  isChosen={departure.id === journey}
                  onChoose={() => change({ journey: departure.id })}
                />
              ))}
            </PlainList>
          </Paper>
          {chosen && (
            <BookingPanel
              key={chosen.id}
              partner={partner}
              departure={chosen}
              passengers={passengers}
              maySell={maySell(user)}
            />
          )}
        </Box>
      )}
    </Column>
  )
}
