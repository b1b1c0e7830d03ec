import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import type { Departure } from '../../../../contract/operations/desk'
import { formatTime } from '../../../providers/format/dates'
import { formatMoney } from '../../../providers/format/money'
import { textIn } from '../../../kit/text'
import { Instant } from '../../../ui/Instant'
import { Muted } from '../../../ui/Muted'
import { useFormat, type Format } from '../../../ui/useFormat'
import { isFull, isSellable, type Trip } from './trip'

/** Depends on the width of the list itself, which can be narrow inside a dialog of a wide window. */
const WIDE = '@container (min-width: 520px)'

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const

/** Waiting list of full departures. */
export interface Waiting {
  ask: (departure: Departure) => void
  isWaiting: (departure: Departure) => boolean
}

interface TripRowProps {
  trip: Trip
  chosen: boolean
  isTabStop: boolean
  onChoose: () => void
  waiting: Waiting | undefined
}

/** A selectable departure, or a connection with the stations of its changes. */
export function TripRow({ trip, chosen, isTabStop, onChoose, waiting }: TripRowProps) {
  const { language, locale, ...format } = useFormat()
  const { legs, changes } = trip
  const [departure, arrival] = [legs[0], legs[legs.length - 1] ?? legs[0]]
  const isOpen = chosen || isSellable(trip)
  // A chosen trip can look full, because its own hold uses the seats.
  const offer = !chosen && isFull(trip) ? waiting : undefined
  return (
    <Box sx={rowStyles}>
      <ButtonBase
        role="radio"
        aria-checked={chosen}
        data-connection={changes.length > 0 || undefined}
        disabled={!isOpen}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onChoose}
        sx={{
          display: 'grid',
          flex: 1,
          minWidth: 0,
          gridTemplateColumns: '1fr auto',
          [WIDE]: { gridTemplateColumns: '136px minmax(0, 1fr) auto 88px' },
          columnGap: 4,
          px: 4,
          py: 2,
          minHeight: 42,
          fontSize: 'body2.fontSize',
          textAlign: 'left',
          bgcolor: chosen ? 'action.selected' : 'transparent',
          '&:hover': { bgcolor: chosen ? 'action.selected' : 'action.hover' },
          '&.Mui-disabled': { color: 'text.disabled' },
          '&.Mui-focusVisible': { outlineOffset: -2 },
          // The lightest grey lacks contrast on the background of a chosen row.
          ...(chosen && { '& time span': { color: 'text.secondary' } }),
        }}
      >
        <Box component="span" sx={{ gridRow: 1, fontWeight: 600, whiteSpace: 'nowrap' }}>
          {departure.board_timezone === arrival.alight_timezone ? (
            formatTime(departure.departs_at, { locale, zone: departure.board_timezone })
          ) : (
            <Instant value={departure.departs_at} zone={departure.board_timezone} timeOnly />
          )}
          {' – '}
          <Instant value={arrival.arrives_at} zone={arrival.alight_timezone} timeOnly />
        </Box>
        <Box
          component="span"
          sx={{
            gridRow: 1,
            display: 'none',
            [WIDE]: { display: 'inline' },
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {legs.map((leg) => textIn(leg.route_name, language)).join(' + ')}
        </Box>
        <Box component="span" sx={{ gridRow: 2, [WIDE]: { gridRow: 1 }, color: isOpen ? 'text.secondary' : 'inherit' }}>
          {stateText(trip, { ...format, language })}
        </Box>
        <Box
          component="span"
          sx={{
            gridRow: 1,
            textAlign: 'right',
            fontWeight: 550,
            display: offer ? 'none' : 'inline',
            [WIDE]: { display: 'inline' },
          }}
        >
          {trip.total_minor === null
            ? format.t('app.desk.noFare')
            : formatMoney(trip.total_minor, trip.currency, locale)}
        </Box>
        {changes.length > 0 && (
          <Box component="span" sx={{ gridColumn: '1 / -1', color: isOpen ? 'text.secondary' : 'inherit' }}>
            {changesText(changes, { ...format, language })}
          </Box>
        )}
      </ButtonBase>
      {offer && <WaitingOffer departure={departure} waiting={offer} />}
    </Box>
  )
}

function WaitingOffer({ departure, waiting }: { departure: Departure; waiting: Waiting }) {
  const { t, locale } = useFormat()
  if (waiting.isWaiting(departure))
    return (
      <Box sx={{ px: 3, fontSize: 'body2.fontSize' }}>
        <Muted>{t('app.waiting.joined')}</Muted>
      </Box>
    )
  const time = formatTime(departure.departs_at, { locale, zone: departure.board_timezone })
  return (
    <Button size="small" aria-label={`${t('app.waiting.title')}, ${time}`} onClick={() => waiting.ask(departure)}>
      {t('app.waiting.title')}
    </Button>
  )
}

type Texts = Pick<Format, 't' | 'language'>

/** Number of changes, their stations and transfer times. */
const changesText = (changes: Trip['changes'], { t, language }: Texts): string =>
  t('app.desk.changes', {
    smart_count: changes.length,
    places: changes
      .map(({ name, minutes }) => t('app.desk.changeAt', { station: textIn(name, language), minutes }))
      .join(' · '),
  })

/** Seats left, or why the departure cannot be sold. */
function stateText({ legs: [departure], seats_left: left }: Trip, { t, language }: Texts): string {
  const { refusal, full_between: full, sales_status } = departure
  if (refusal !== null) return t(`app.desk.refusals.${refusal}`)
  if (full)
    return t(left > 0 ? 'app.desk.tooFew' : 'app.desk.fullBetween', {
      from: textIn(full.from, language),
      to: textIn(full.to, language),
      smart_count: left,
    })
  if (sales_status === 'on_request') return t('app.desk.onRequest')
  return t('app.reservation.left', { smart_count: left })
}
