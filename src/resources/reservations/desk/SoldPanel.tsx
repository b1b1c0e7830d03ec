import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useState, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Reservation } from '../../../../contract/entities/reservation'
import { toZonedInput } from '../../../providers/format/dates'
import { dateFormat, listed } from '../../../providers/format/intl'
import { formatMoney } from '../../../providers/format/money'
import { call } from '../../../providers/http/call'
import { CopyBox } from '../../../ui/CopyBox'
import { onDemand } from '../../../ui/onDemand'
import { MONOSPACE } from '../../../ui/theme/theme'
import { StatusMark } from '../../../ui/StatusMark'
import { SecondaryText } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import { problemText } from '../../../ui/problemText'
import { useSubmission } from '../../../ui/useSubmission'
import { recordPath } from '../../../kit/recordPaths'
import { choiceKey } from '../../../kit/vocabularies'
import type { MoneyDialogProps } from '../money/moneyDialog'
import { useMoney } from '../money/moneyApi'
import { sentText, useMayRequestLinks } from '../money/paymentLink'
import { SendTickets, TicketMenu } from '../SendTickets'
import { travelling, type PaymentRequest, type Ride, type Sold } from './deskTypes'
import { linkFor, payFor } from './salePayment'

const PaymentLinkDialog = onDemand<MoneyDialogProps>(async () => ({
  default: (await import('../money/PaymentLinkDialog')).PaymentLinkDialog,
}))

export interface SoldPanelProps {
  sold: readonly Sold[]
  onAnother: () => void
}

/** The completed sale to read out to the caller: reference, trip, names, amount due, and the next actions. */
export function SoldPanel({ sold, onAnother }: SoldPanelProps) {
  const { t } = useFormat()
  useEffect(() => {
    // `void`, because newer browsers return a promise, which is not a valid cleanup function.
    void window.scrollTo({ top: 0 })
  }, [])
  const isPending = sold.some(({ reservation }) => reservation.status === 'pending')
  return (
    <Paper
      role="status"
      variant="outlined"
      sx={{ p: { xs: 5, sm: 8 }, display: 'grid', justifyItems: 'center', gap: 5, textAlign: 'center' }}
    >
      <CheckIcon color="success" sx={{ fontSize: 40 }} />
      <Typography variant="h1">{t(isPending ? 'app.desk.sent' : 'app.desk.sold')}</Typography>
      {sold.map((one) => (
        <SoldReservation key={one.reservation.id} {...one} />
      ))}
      <Button autoFocus variant="contained" onClick={onAnother}>
        {t('app.desk.another')}
      </Button>
    </Paper>
  )
}

function SoldReservation(sold: Sold) {
  const { t, locale } = useFormat()
  const [current, setSold] = useState(sold)
  const { reservation, rides, payment, link } = current
  const money = (minor: number) => formatMoney(minor, reservation.currency, locale)
  const owed = reservation.total_minor - reservation.paid_minor
  const names = travelling(reservation).map(
    ({ name, category }) => name ?? t(choiceKey('passengerCategories', category)),
  )
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'center', width: '100%', maxWidth: 480 }}>
      <Box dir="ltr" sx={{ fontFamily: MONOSPACE, fontSize: 28, fontWeight: 600, letterSpacing: '0.08em' }}>
        {reservation.reference}
      </Box>
      <StatusMark value={reservation.status} label={t(choiceKey('reservationStatuses', reservation.status))} />
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          columnGap: 4,
          rowGap: 2,
          m: 0,
          width: '100%',
          textAlign: 'start',
        }}
      >
        {rides.map((ride, index) => (
          <RideFacts key={index} ride={ride} isApart={index > 0} />
        ))}
        <Fact name={t('app.desk.names')}>{listed(names, locale)}</Fact>
        <Fact name={t('app.reservation.total')}>{money(reservation.total_minor)}</Fact>
        {payment?.failure === null && <PaidFacts request={payment.request} currency={reservation.currency} />}
        {owed > 0 && (
          <Fact name={t('app.desk.toPay')} strong>
            {money(owed)}
            {reservation.payment_method && ` · ${t(choiceKey('paymentMethods', reservation.payment_method))}`}
          </Fact>
        )}
      </Box>
      {payment && payment.failure !== null && (
        <PaymentFailed
          text={t('app.desk.pay.failed')}
          action={t('app.desk.pay.again')}
          failure={payment.failure}
          onAgain={async () => setSold(await payFor(current, payment.request))}
        />
      )}
      {link && link.failure !== null && (
        <PaymentFailed
          text={t('app.desk.pay.linkFailed')}
          action={t('app.desk.pay.linkAgain')}
          failure={link.failure}
          onAgain={async () => setSold(await linkFor(current, link.request))}
        />
      )}
      {link?.sent && (
        <Box sx={{ display: 'grid', gap: 2, width: '100%', textAlign: 'start' }}>
          <SecondaryText size="body2" breaks>
            {sentText(link.sent, t)}
          </SecondaryText>
          <CopyBox text={link.sent.link.url} label={t('app.payLink.address')} />
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
        {reservation.status === 'confirmed' && (
          <>
            <TicketMenu reservation={reservation} />
            <SendTickets reservation={reservation} />
            {owed > 0 && !link?.sent && (
              <LinkButton
                reservation={reservation}
                onChange={(changed) => setSold({ ...current, link: undefined, reservation: changed })}
              />
            )}
          </>
        )}
        <Button component={RouterLink} to={recordPath('reservations', reservation.id)}>
          {t('app.desk.open')}
        </Button>
      </Box>
    </Box>
  )
}

interface LinkButtonProps {
  reservation: Reservation
  /** Called with the reservation after a link was requested or cancelled. */
  onChange: (reservation: Reservation) => void
}

/** Requests the amount due by a payment link, or shows the pending one. */
function LinkButton({ reservation, onChange }: LinkButtonProps) {
  const { t } = useFormat()
  const { id } = reservation
  const { data: money, isPlaceholderData: isOld } = useMoney(reservation, useMayRequestLinks())
  const [isOpen, setIsOpen] = useState(false)
  if (!money?.takes_links) return null
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" disabled={isOld} onClick={() => setIsOpen(true)}>
        {t('app.desk.steps.payment_link')}
      </Button>
      {isOpen && (
        <PaymentLinkDialog
          reservation={reservation}
          money={money}
          onDone={async () => onChange(await call('GET /reservations/:id', { params: { id } }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** The amount paid and the change returned to the caller. */
function PaidFacts({ request: { body }, currency }: { request: PaymentRequest; currency: string }) {
  const { t, locale } = useFormat()
  const change = (body.tendered_minor ?? body.amount_minor) - body.amount_minor
  return (
    <>
      <Fact name={t('app.desk.pay.paid')}>
        {`${formatMoney(body.amount_minor, currency, locale)} · ${t(choiceKey('paymentMethods', body.method))}`}
      </Fact>
      {change > 0 && (
        <Fact name={t('app.desk.pay.change')} strong>
          {formatMoney(change, currency, locale)}
        </Fact>
      )}
    </>
  )
}

interface PaymentFailedProps {
  text: string
  /** Label of the retry. */
  action: string
  failure: unknown
  onAgain: () => Promise<unknown>
}

/** The reservation exists but its payment or payment link failed. A retry is executed at most once. */
function PaymentFailed({ text, action, failure, onAgain }: PaymentFailedProps) {
  const format = useFormat()
  const { busy, run } = useSubmission()
  return (
    <Alert
      severity="error"
      sx={{ textAlign: 'start', width: '100%' }}
      action={
        <Button color="inherit" loading={busy} onClick={() => void run(onAgain)}>
          {action}
        </Button>
      }
    >
      {text} {problemText(failure, format)}
    </Alert>
  )
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** Origin and destination with local times; the arrival day only when it differs from the departure day. */
function RideFacts({ ride, isApart }: { ride: Ride; isApart: boolean }) {
  const { t, locale } = useFormat()
  const at = (instant: string, zone: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone: zone }).format(new Date(instant))
  const days = [toZonedInput(ride.departs_at, ride.zone), toZonedInput(ride.arrives_at, ride.arrivalZone)]
  const arrivesOnDay = days[0]?.slice(0, 10) === days[1]?.slice(0, 10)
  return (
    <>
      <Fact name={t('resources.reservations.fields.origin_station_id')} strong isApart={isApart}>
        {ride.from}
      </Fact>
      <Fact name={t('resources.reservations.fields.destination_station_id')} strong>
        {ride.to}
      </Fact>
      <Fact name={t('app.desk.day')}>{at(ride.departs_at, ride.zone, DAY)}</Fact>
      <Fact name={t('app.journey.departure')}>{at(ride.departs_at, ride.zone, CLOCK)}</Fact>
      <Fact name={t('app.journey.arrival')}>
        {at(ride.arrives_at, ride.arrivalZone, { ...(arrivesOnDay ? {} : DAY), ...CLOCK })}
      </Fact>
    </>
  )
}

interface FactProps {
  name: string
  strong?: boolean
  /** First fact of the next ride. */
  isApart?: boolean
  children: ReactNode
}

function Fact({ name, strong = false, isApart = false, children }: FactProps) {
  const pt = isApart ? 3 : 0
  return (
    <>
      <Box component="dt" sx={{ pt }}>
        <SecondaryText component="span">{name}</SecondaryText>
      </Box>
      <Box component="dd" sx={{ m: 0, pt, overflowWrap: 'anywhere', ...(strong && { fontWeight: 600 }) }}>
        {children}
      </Box>
    </>
  )
}
