import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Reservation } from '../../../../contract/entities/reservation'
import { today } from '../../../providers/format/dates'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { Card } from '../../../kit/RecordSections'
import { recordPath } from '../../../kit/recordPaths'
import { CallerCard } from './CallerCard'
import { ContactFields } from './ContactFields'
import { DepartureList, useWaiting } from './DepartureList'
import { partyOf, travelling, type Caller, type DepartureSearch } from './deskTypes'
import type { Start } from './start'
import { DeskColumns, SoldPanel } from './DeskLayout'
import { ExtrasCard } from './ExtrasCard'
import { PartyCounts } from './PartyCounts'
import { PassengersCard } from './PassengersCard'
import { SaleAside } from './SaleAside'
import { arrivalOf, type HeldTrip, type Trip } from './trip'
import type { Waiting } from './TripRow'
import { useCashKey, useConfirmKey, useReturnKey } from './deskKeys'
import { useDesk, type Desk } from './useDesk'
import { DepartureSearchForm } from './DepartureSearchForm'
import { dayOf, idOf } from '../../../ui/addressValues'
import { Column } from '../../../ui/Column'
import { onDemand } from '../../../ui/onDemand'

const WaitingDialog = onDemand(async () => ({ default: (await import('./WaitingDialog')).WaitingDialog }))

const routesOf = (trip: Trip | HeldTrip | null): string[] => trip?.legs.map((leg) => leg.route_id) ?? []

/** Sells seats on journeys: caller, stations and departure, with keyboard navigation from step to step. */
export function SeatDesk({ start, onAnother }: { start: Start; onAnother: () => void }) {
  const { t } = useFormat()
  const [params] = useSearchParams()
  const now = useNow()
  const origin = start.trip?.origin_station_id ?? idOf(params.get('origin'))
  const destination = start.trip?.destination_station_id ?? idOf(params.get('destination'))
  const desk = useDesk(start, {
    origin,
    destination: destination === origin ? null : destination,
    date: dayOf(params.get('date')) ?? today(now),
  })
  const { held, actions, derived } = desk
  const { sale, request, missing, done } = desk.state
  const { edit } = actions
  const setCaller = (caller: Caller) => edit({ caller })
  const [focusRequest, setFocusRequest] = useState(start.trip ? 1 : 0)
  const waiting = useWaiting()
  const refs = { origin: useRef<HTMLInputElement>(null), destination: useRef<HTMLInputElement>(null) }
  useConfirmKey(() => void actions.confirm())
  useCashKey(actions.payCash)
  useReturnKey(derived.mayAddReturn ? actions.addReturn : null)
  /** Moves the focus to the first missing station, or to the departures when both are set. */
  const goOn = (to: DepartureSearch) => {
    if (!to.origin) refs.origin.current?.focus()
    else if (!to.destination) refs.destination.current?.focus()
    else setFocusRequest((count) => count + 1)
  }
  if (done) return <SoldPanel sold={[done]} onAnother={onAnother} />
  const repeat = (trip: Reservation) => {
    const search = { ...sale.way, origin: trip.origin_station_id, destination: trip.destination_station_id }
    edit({ ...partyOf(travelling(trip)), way: search })
    setFocusRequest((count) => count + 1)
  }
  return (
    <DeskColumns
      // Space for the bar at the bottom of a small screen.
      sx={{ pb: { xs: 16, lg: 0 } }}
      aside={
        <SaleAside desk={desk}>
          <ConfirmBar desk={desk} />
        </SaleAside>
      }
    >
      <CallerCard
        caller={sale.caller}
        onChange={setCaller}
        missing={missing}
        start={start.customer}
        // A repeated or resumed trip is already chosen.
        onRepeat={start.trip || start.resumed ? undefined : repeat}
        onNext={() => goOn(sale.way)}
        autoFocus={!start.resumed}
      />
      <Card title={t('app.section.travel')}>
        <Column>
          <DepartureSearchForm
            name="out"
            search={sale.way}
            onChange={(search) => edit({ way: search })}
            onStation={goOn}
            refs={refs}
          />
          <PartyCounts counts={sale.counts} onChange={(counts) => edit({ counts })} onNext={() => goOn(sale.way)} />
          <DepartureList
            asked={{ ...sale.way, counts: sale.counts, customerId: sale.caller.customerId, isReturn: false }}
            chosen={request ?? held.trips.out}
            busy={held.busy}
            focusRequest={focusRequest}
            waiting={waiting}
            withConnections
            onChoose={(trip) => void actions.choose(trip)}
          />
        </Column>
      </Card>
      <ReturnCard desk={desk} waiting={waiting} />
      <Card title={t('app.desk.contact')}>
        <ContactFields caller={sale.caller} onChange={setCaller} missing={missing} />
      </Card>
      <PassengersCard
        counts={sale.counts}
        travellers={sale.travellers}
        leadName={sale.caller.name}
        onChange={(key, traveller) => edit({ travellers: { ...sale.travellers, [key]: traveller } })}
      />
      <ExtrasCard
        extras={sale.extras}
        onChange={(extras) => edit({ extras })}
        routeIds={{
          out: routesOf(request ?? held.trips.out),
          back: held.trips.back && routesOf(held.trips.back),
        }}
        notes={sale.notes}
        onNotes={(notes) => edit({ notes })}
      />
      {waiting.asked && (
        <WaitingDialog
          departure={waiting.asked}
          caller={sale.caller}
          passengers={derived.passengers}
          onJoined={waiting.join}
          onClose={waiting.close}
        />
      )}
    </DeskColumns>
  )
}

/** The return leg: the stations reversed, in the same reservation and at the return fare. */
function ReturnCard({ desk, waiting }: { desk: Desk; waiting: Waiting }) {
  const { t } = useFormat()
  const { held, actions } = desk
  const { counts, caller, backWay } = desk.state.sale
  const { out, back } = held.trips
  if (!held.hold || !out) return null
  if (desk.derived.mayAddReturn || !backWay)
    return (
      <Box>
        <Button variant="outlined" title="Alt+R" aria-keyshortcuts="Alt+R" onClick={actions.addReturn}>
          {t('app.desk.addReturn')}
        </Button>
      </Box>
    )
  return (
    <Card title={t('app.desk.back')} action={<Button onClick={actions.dropReturn}>{t('app.desk.noReturn')}</Button>}>
      <Column>
        <DepartureSearchForm
          fixedStations
          name="back"
          search={backWay}
          onChange={(search) => actions.edit({ backWay: search })}
        />
        <DepartureList
          asked={{ ...backWay, counts, customerId: caller.customerId, isReturn: true }}
          chosen={back}
          busy={held.busy}
          // A return leg that is already held needs no focus.
          focusRequest={back ? 0 : 1}
          after={arrivalOf(out)}
          waiting={waiting}
          withConnections
          onChoose={(trip) => void held.pickBack(trip)}
        />
      </Column>
    </Card>
  )
}

/** Confirm button; at the bottom of the screen on a phone. */
function ConfirmBar({ desk }: { desk: Desk }) {
  const { t } = useFormat()
  const { held, actions } = desk
  const { request, confirming } = desk.state
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row-reverse', lg: 'column' },
        gap: 2,
        position: { xs: 'fixed', lg: 'static' },
        insetInline: 0,
        bottom: 0,
        zIndex: { xs: 'appBar', lg: 'auto' },
        p: { xs: 3, lg: 0 },
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        borderTopWidth: { lg: 0 },
        '& > *': { flex: { xs: 1, lg: 'none' } },
      }}
    >
      <Button
        variant="contained"
        size="large"
        loading={confirming}
        title="Ctrl+Enter"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={() => void actions.confirm()}
      >
        {t(request ? 'app.desk.sendRequest' : 'app.desk.confirm')}
      </Button>
      {held.hold?.status === 'on_hold' && (
        <Button component={RouterLink} to={recordPath('reservations', held.hold.id)}>
          {t('app.desk.keep')}
        </Button>
      )}
    </Box>
  )
}
