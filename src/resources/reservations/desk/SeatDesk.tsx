import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Reservation } from '../../../../contract/entities/reservation'
import { today } from '../../../providers/format/dates'
import { problemOf } from '../../../providers/http/problem'
import { messageOf } from '../../../ui/fieldTexts'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { Card } from '../../../kit/RecordSections'
import { recordPath } from '../../../kit/RecordLink'
import { CallerCard } from './CallerCard'
import { DepartureList } from './DepartureList'
import { partyOf } from './deskTypes'
import { DeskColumns, SoldPanel } from './DeskLayout'
import { ExtrasCard } from './ExtrasCard'
import { PartyCounts } from './PartyCounts'
import { PassengersCard } from './PassengersCard'
import { SaleAside } from './SaleAside'
import { useConfirmKey } from './useConfirmKey'
import { useDesk, type Desk } from './useDesk'
import { useWaiting, type Waiting } from './useWaiting'
import { WaitingDialog } from './WaitingDialog'
import { WayForm } from './WayForm'
import { dayOf, idOf } from '../../../ui/addressValues'
import { Column } from '../../../ui/Column'

/** Sells seats on journeys: who, from where to where, which departure; each step leads to the next by keyboard. */
export function SeatDesk({ onAnother }: { onAnother: () => void }) {
  const { t } = useFormat()
  const [params] = useSearchParams()
  const now = useNow()
  const desk = useDesk({
    origin: idOf(params.get('origin')),
    destination: idOf(params.get('destination')),
    date: dayOf(params.get('date')) ?? today(now),
  })
  const [focusRequest, setFocusRequest] = useState(0)
  const waiting = useWaiting()
  useConfirmKey(() => void desk.confirm())
  if (desk.done) return <SoldPanel sold={desk.done} onAnother={onAnother} />
  const repeat = (trip: Reservation) => {
    const { counts, travellers } = partyOf(
      trip.passengers.filter((_, at) => trip.passenger_statuses[at] !== 'cancelled'),
    )
    desk.setCounts(counts)
    desk.setTravellers(travellers)
    desk.setWay({ ...desk.way, origin: trip.origin_station_id, destination: trip.destination_station_id })
    setFocusRequest((count) => count + 1)
  }
  return (
    <DeskColumns
      // Room for the bar at the foot of a small screen.
      sx={{ pb: { xs: 16, lg: 0 } }}
      aside={
        <SaleAside desk={desk}>
          <ConfirmBar desk={desk} />
        </SaleAside>
      }
    >
      <CallerCard caller={desk.caller} onChange={desk.setCaller} missing={desk.missing} onRepeat={repeat} />
      <Card title={t('app.section.travel')}>
        <Column>
          <WayForm name="out" way={desk.way} onChange={desk.setWay} />
          <PartyCounts counts={desk.counts} onChange={desk.setCounts} />
          <DepartureList
            asked={{ ...desk.way, counts: desk.counts, customerId: desk.caller.customerId, isReturn: false }}
            chosen={desk.request ?? desk.out.departure}
            busy={desk.out.busy}
            focusRequest={focusRequest}
            waiting={waiting}
            onChoose={(departure) => void desk.choose(departure)}
          />
        </Column>
      </Card>
      <ReturnCard desk={desk} waiting={waiting} />
      <PassengersCard
        counts={desk.counts}
        travellers={desk.travellers}
        leadName={desk.caller.name}
        onChange={(key, traveller) => desk.setTravellers({ ...desk.travellers, [key]: traveller })}
      />
      <ExtrasCard
        extras={desk.extras}
        onChange={desk.setExtras}
        routeId={(desk.request ?? desk.out.departure)?.route_id ?? null}
        payment={desk.payment}
        onPayment={desk.setPayment}
        paymentError={messageOf(problemOf(desk.out.refusal).errors?.['payment_method'])}
      />
      {waiting.asked && (
        <WaitingDialog
          departure={waiting.asked}
          caller={desk.caller}
          passengers={desk.passengers}
          onJoined={waiting.join}
          onClose={waiting.close}
        />
      )}
    </DeskColumns>
  )
}

/** The way back: the same stations the other way round, at the price of a return. */
function ReturnCard({ desk, waiting }: { desk: Desk; waiting: Waiting }) {
  const { t } = useFormat()
  const { out, back, backWay } = desk
  if (!out.hold || !out.departure) return null
  if (!backWay)
    return (
      <Box>
        <Button variant="outlined" onClick={desk.addReturn}>
          {t('app.desk.addReturn')}
        </Button>
      </Box>
    )
  return (
    <Card title={t('app.desk.back')} action={<Button onClick={desk.dropReturn}>{t('app.desk.noReturn')}</Button>}>
      <Column>
        <WayForm fixedStations name="back" way={backWay} onChange={desk.setBackWay} />
        <DepartureList
          asked={{ ...backWay, counts: desk.counts, customerId: desk.caller.customerId, isReturn: true }}
          chosen={back.departure}
          busy={back.busy}
          focusRequest={1}
          after={out.departure.arrives_at}
          waiting={waiting}
          onChoose={(departure) => void back.pick(departure, desk.wish('back'))}
        />
      </Column>
    </Card>
  )
}

/** The step that everything leads to; on a phone at the foot of the screen, where the thumb is. */
function ConfirmBar({ desk }: { desk: Desk }) {
  const { t } = useFormat()
  const navigate = useNavigate()
  const { out, request, confirming } = desk
  const keep = () => {
    const id = desk.keep()
    if (id) void navigate(recordPath('reservations', id))
  }
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
        onClick={() => void desk.confirm()}
      >
        {t(request ? 'app.desk.sendRequest' : 'app.desk.confirm')}
      </Button>
      {out.hold?.status === 'on_hold' && <Button onClick={keep}>{t('app.desk.keep')}</Button>}
    </Box>
  )
}
