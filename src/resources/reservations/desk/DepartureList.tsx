import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent, useState } from 'react'
import type { Departure } from '../../../../contract/operations/desk'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { DEPARTURES, readConnections, readDepartures, type DeparturesRequest } from './deskApi'
import { Column } from '../../../ui/Column'
import { connectedTrip, isConnection, isSameTrip, isSellable, keyOf, tripOf, type Chosen, type Trip } from './trip'
import { TripRow, type Waiting } from './TripRow'

interface DepartureListProps {
  asked: DeparturesRequest
  chosen: Chosen | null
  busy: boolean
  onChoose: (trip: Trip) => void
  /** Counter; each increase moves the focus to the list once its rows are loaded. */
  focusRequest: number
  /** Earliest departure on the return leg, as an instant; earlier departures are hidden. */
  after?: string | undefined
  /** Waiting list of full departures; without it no one can join. */
  waiting?: Waiting
  /** Also offers connections: automatically when no direct trip can be sold, otherwise on request. */
  withConnections?: boolean
}

const isCompleteRequest = ({ origin, destination, counts }: DeparturesRequest): boolean =>
  origin !== null && destination !== null && Object.values(counts).some(Boolean)

/** Departures of a day with current seats left and the total price of all passengers; never read from a cache. */
export function DepartureList(props: DepartureListProps) {
  const { asked, chosen, busy, focusRequest, waiting, withConnections = false } = props
  const format = useFormat()
  const { t } = format
  const rows = useRef<HTMLDivElement>(null)
  const { direct, connections, offersMore, showMore, isShown, keepChosen } = useTrips(props)
  const found = [...(direct.trips ?? []), ...(connections.trips ?? [])]
  const isKnown = direct.trips !== undefined
  const isEmpty = !found.some(isSellable)
  /** Each request moves the focus once; later reloads for other passenger counts leave it where it is. */
  const handledRequest = useRef(0)
  useEffect(() => {
    if (focusRequest > handledRequest.current && isKnown && focusFirst(rows.current))
      handledRequest.current = focusRequest
  }, [focusRequest, isKnown, isEmpty])
  const isAnswered = isShown && connections.trips !== undefined
  useEffect(() => {
    if (isAnswered) focusFirst(rows.current, '[data-connection]')
  }, [isAnswered])
  if (!isCompleteRequest(asked)) return <Muted>{t('app.desk.askWay')}</Muted>
  if (direct.error) return <Failed {...direct} />
  if (!direct.trips) return <Skeleton variant="rounded" height={132} />
  const focusable = found.find((trip) => isSameTrip(trip, chosen)) ?? found.find(isSellable)
  const isDone = !connections.isPending && !connections.error
  return (
    <Column gap={2}>
      {found.length > 0 && (
        <Box
          ref={rows}
          role="radiogroup"
          aria-label={t('app.reservation.departures')}
          aria-busy={busy}
          onKeyDown={moveFocus}
          sx={{
            containerType: 'inline-size',
            maxHeight: 336,
            overflow: 'auto',
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
          }}
        >
          {found.map((trip) => (
            <TripRow
              key={keyOf(trip)}
              trip={trip}
              chosen={isSameTrip(trip, chosen)}
              isTabStop={trip === focusable}
              onChoose={() => keepChosen(trip)}
              waiting={waiting}
            />
          ))}
        </Box>
      )}
      {found.length === 0 && isDone && (
        <Muted>{t(withConnections ? 'app.desk.noneAtAll' : 'app.desk.noDepartures')}</Muted>
      )}
      {connections.isPending && <Skeleton variant="rounded" height={42} />}
      {connections.error !== null && <Failed {...connections} />}
      {isAnswered && connections.trips?.length === 0 && found.length > 0 && (
        <Muted>{t('app.desk.noConnections')}</Muted>
      )}
      {offersMore && (
        <Box>
          <Button size="small" onClick={showMore}>
            {t('app.desk.showConnections')}
          </Button>
        </Box>
      )}
    </Column>
  )
}

interface Found {
  /** Undefined while loading, and when not requested. */
  trips: readonly Trip[] | undefined
  error: Error | null
  isPending: boolean
  retry: () => void
}

/** Reads the direct trips and connections that the list shows. */
function useTrips({ asked, chosen, onChoose, after, withConnections = false }: DepartureListProps) {
  const key = JSON.stringify(asked)
  const [shownFor, setShownFor] = useState<string | null>(null)
  const [picked, setPicked] = useState<{ key: string; trip: Trip } | null>(null)
  const departures = useQuery({
    queryKey: [...DEPARTURES, asked],
    queryFn: ({ signal }) => readDepartures(asked, signal),
    enabled: isCompleteRequest(asked),
    staleTime: 0,
    gcTime: 0,
  })
  const isLater = ({ legs: [{ departs_at }] }: Trip) => !after || Date.parse(departs_at) >= Date.parse(after)
  const direct = departures.data?.map(tripOf).filter(isLater)
  const chosenHere = picked?.key === key && isSameTrip(picked.trip, chosen) ? picked.trip : null
  const isShown = shownFor === key
  const isNeeded = direct !== undefined && chosenHere === null && !direct.some(isSellable)
  const isWanted = withConnections && (isShown || isNeeded || isConnection(chosenHere))
  const search = useQuery({
    queryKey: [...DEPARTURES, 'connections', asked],
    queryFn: ({ signal }) => readConnections(asked, signal),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  })
  const connected = search.data?.flatMap((connection) => connectedTrip(connection) ?? []).filter(isLater)
  const foundOf = (query: typeof departures | typeof search, trips: Trip[] | undefined): Found => ({
    trips,
    error: query.error,
    isPending: query.isLoading,
    retry: () => void query.refetch(),
  })
  // The chosen connection stays listed: a new search omits it, because its own hold uses the seats.
  const isOmitted = isConnection(chosenHere) && !connected?.some((trip) => isSameTrip(trip, chosenHere))
  const listed = isOmitted && chosenHere ? [chosenHere, ...(connected ?? [])] : connected
  return {
    direct: foundOf(departures, direct),
    connections: foundOf(search, isWanted ? listed : undefined),
    isShown,
    offersMore: withConnections && direct !== undefined && !isWanted && chosenHere === null,
    showMore: () => setShownFor(key),
    keepChosen: (trip: Trip) => {
      setPicked({ key, trip })
      onChoose(trip)
    },
  }
}

function Failed({ error, retry }: Pick<Found, 'error' | 'retry'>) {
  const format = useFormat()
  return (
    <Box role="alert" sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      {problemText(error, format)}
      <Button variant="outlined" onClick={retry}>
        {format.t('app.desk.again')}
      </Button>
    </Box>
  )
}

/** @returns whether a row could take the focus */
function focusFirst(rows: HTMLElement | null, among = ''): boolean {
  const first = rows?.querySelector<HTMLElement>(`[role=radio]${among}:not(:disabled)`)
  first?.focus()
  return Boolean(first)
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and Down move between rows; only Enter and Space choose, because a choice holds seats. */
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

const placeOf = ({ journey_id, board_seq, alight_seq }: Departure) => `${journey_id} ${board_seq} ${alight_seq}`

/** Returns the full departure with an open waiting list dialog, and the departures that the caller has joined. */
export function useWaiting() {
  const [asked, setAsked] = useState<Departure | null>(null)
  const [joined, setJoined] = useState<readonly string[]>([])
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    join: (departure: Departure) => setJoined((before) => [...before, placeOf(departure)]),
    isWaiting: (departure: Departure) => joined.includes(placeOf(departure)),
  }
}
