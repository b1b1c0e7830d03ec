import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Departure } from '../../../../contract/operations/desk'
import { formatTime } from '../../../providers/format/dates'
import { formatMoney } from '../../../providers/format/money'
import { Instant } from '../../../ui/Instant'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat, type Format } from '../../../ui/useFormat'
import { textIn } from '../../../kit/text'
import { DEPARTURES, readDepartures, type DeparturesAsked } from './deskApi'
import type { Waiting } from './useWaiting'

interface DepartureListProps {
  asked: DeparturesAsked
  chosen: Departure | null
  busy: boolean
  onChoose: (departure: Departure) => void
  /** Grows each time the list should take the keyboard when its rows arrive. */
  focusRequest: number
  /** Only what leaves after this instant, for a way back. */
  after?: string | undefined
  /** Takes those who would wait for what is full; nobody can unless given. */
  waiting?: Waiting
}

const isSame = (a: Departure, b: Departure | null) =>
  b !== null && a.journey_id === b.journey_id && a.board_seq === b.board_seq && a.alight_seq === b.alight_seq

const isSellable = ({ refusal, seats_left, seats_needed }: Departure): boolean =>
  refusal === null && seats_left >= seats_needed

/** Whether it would be sold, had it the seats: parties may wait for them. What is sold on request is answered by people. */
const isFull = ({ refusal, sales_status, seats_left, seats_needed }: Departure): boolean =>
  refusal === null && sales_status !== 'on_request' && seats_left < seats_needed

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const

/** The departures of the day: seats left and the price of the whole party, as they are now and never from a cache. */
export function DepartureList({ asked, chosen, busy, onChoose, focusRequest, after, waiting }: DepartureListProps) {
  const format = useFormat()
  const { t } = format
  const rows = useRef<HTMLDivElement>(null)
  const isAsked = asked.origin !== null && asked.destination !== null && Object.values(asked.counts).some(Boolean)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...DEPARTURES, asked],
    queryFn: ({ signal }) => readDepartures(asked, signal),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  })
  const found = data?.filter(({ departs_at }) => !after || Date.parse(departs_at) >= Date.parse(after))
  const isKnown = found !== undefined
  const isEmpty = found?.length === 0
  useEffect(() => {
    if (focusRequest > 0 && isKnown) rows.current?.querySelector<HTMLElement>('[role=radio]:not(:disabled)')?.focus()
  }, [focusRequest, isKnown, isEmpty])
  if (!isAsked) return <Muted>{t('app.desk.askWay')}</Muted>
  if (error)
    return (
      <Box role="alert" sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        {problemText(error, format)}
        <Button variant="outlined" onClick={() => void refetch()}>
          {t('app.desk.again')}
        </Button>
      </Box>
    )
  if (isPending) return <Skeleton variant="rounded" height={132} />
  if (!found || isEmpty) return <Muted>{t('app.desk.noDepartures')}</Muted>
  const focusable = found.find((row) => isSame(row, chosen)) ?? found.find(isSellable)
  return (
    <Box
      ref={rows}
      role="radiogroup"
      aria-label={t('app.reservation.departures')}
      aria-busy={busy}
      onKeyDown={moveFocus}
      sx={{ maxHeight: 336, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}
    >
      {found.map((departure) => (
        <DepartureRow
          key={`${departure.journey_id}-${departure.board_seq}`}
          departure={departure}
          chosen={isSame(departure, chosen)}
          isTabStop={departure === focusable}
          onChoose={() => onChoose(departure)}
          waiting={waiting}
        />
      ))}
    </Box>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down go from row to row; choosing is left to Enter and the space bar, for a choice holds seats. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)')]
  const at = all.indexOf(event.target as HTMLElement)
  const next = at < 0 ? undefined : all[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface DepartureRowProps {
  departure: Departure
  chosen: boolean
  isTabStop: boolean
  onChoose: () => void
  waiting: Waiting | undefined
}

function DepartureRow({ departure, chosen, isTabStop, onChoose, waiting }: DepartureRowProps) {
  const { language, locale, ...format } = useFormat()
  const isOpen = chosen || isSellable(departure)
  // Seats that the party holds itself are not left either.
  const offer = !chosen && isFull(departure) ? waiting : undefined
  return (
    <Box sx={rowStyles}>
      <ButtonBase
        role="radio"
        aria-checked={chosen}
        disabled={!isOpen}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onChoose}
        sx={{
          display: 'grid',
          flex: 1,
          minWidth: 0,
          gridTemplateColumns: { xs: 'auto 1fr auto', sm: '136px minmax(0, 1fr) auto 88px' },
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
          // The quietest grey is too quiet on the ground of a chosen row.
          ...(chosen && { '& time span': { color: 'text.secondary' } }),
        }}
      >
        <Box component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
          {departure.board_timezone === departure.alight_timezone ? (
            formatTime(departure.departs_at, { locale, zone: departure.board_timezone })
          ) : (
            <Instant value={departure.departs_at} zone={departure.board_timezone} timeOnly />
          )}
          {' – '}
          <Instant value={departure.arrives_at} zone={departure.alight_timezone} timeOnly />
        </Box>
        <Box
          component="span"
          sx={{
            display: { xs: 'none', sm: 'inline' },
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {textIn(departure.route_name, language)}
        </Box>
        <Box component="span" sx={{ color: isOpen ? 'text.secondary' : 'inherit' }}>
          {stateText(departure, { ...format, language })}
        </Box>
        <Box
          component="span"
          sx={{ textAlign: 'right', fontWeight: 550, display: { xs: offer ? 'none' : 'inline', sm: 'inline' } }}
        >
          {departure.total_minor === null
            ? format.t('app.desk.noFare')
            : formatMoney(departure.total_minor, departure.currency, locale)}
        </Box>
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

/** Seats left, or why there is nothing to sell. */
function stateText(departure: Departure, { t, language }: Pick<Format, 't' | 'language'>): string {
  const { refusal, full_between: full, seats_left: left, sales_status } = departure
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
