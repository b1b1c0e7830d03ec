import { useMayOverride } from '../../../providers/auth/useSession'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatMoney } from '../../../providers/format/money'
import { problemOf } from '../../../providers/http/problem'
import { lazyModule } from '../../../providers/lazyModule'
import { whenIdle } from '../../../providers/whenIdle'
import { messageOf } from '../../../ui/fieldTexts'
import { Instant } from '../../../ui/Instant'
import { Muted } from '../../../ui/Muted'
import { PriceLines } from '../../../ui/PriceLines'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useSecondsLeft } from '../../../ui/useSecondsLeft'
import { textIn } from '../../../kit/text'
import { useTakesLinks } from '../money/paymentLink'
import { AsideCard } from './DeskLayout'
import type { HeldTrip, Trip } from './trip'
import { HoldClock } from './HoldClock'
import type { PayRowProps } from './PayRow'
import type { OverrideDialogProps } from './OverrideDialog'
import type { Desk } from './useDesk'
import { onDemand } from '../../../ui/onDemand'
import { Column } from '../../../ui/Column'
import { Text } from '../../../ui/Text'

const PAY_ROW = lazyModule(async () => ({ default: (await import('./PayRow')).PayRow }))
/** Placeholder of the same height, so that the content below does not move. */
const WaitingRow = () => <Box sx={{ height: 57 }} />
const PayRow = onDemand<PayRowProps>(PAY_ROW, WaitingRow)
const OVERRIDE_DIALOG = lazyModule(async () => ({ default: (await import('./OverrideDialog')).OverrideDialog }))
const OverrideDialog = onDemand<OverrideDialogProps>(OVERRIDE_DIALOG)
const PriceTrace = onDemand(async () => ({ default: (await import('./PriceTrace')).PriceTrace }))

interface SaleAsideProps {
  desk: Desk
  children: ReactNode
}

/** The hold, its remaining time and its price; always visible. */
export function SaleAside({ desk, children }: SaleAsideProps) {
  const { t, locale } = useFormat()
  const { held, actions } = desk
  const { sale, request, repriced, missing, payFocus } = desk.state
  const takesLinks = useTakesLinks(held.hold)
  useEffect(
    () =>
      whenIdle(() => {
        void PAY_ROW.fetch()
        void OVERRIDE_DIALOG.fetch()
      }),
    [],
  )
  return (
    <AsideCard>
      {!held.hold && !held.refusal && !request && (
        <Box sx={{ minHeight: 64 }}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {t('app.desk.sale')}
          </Typography>
          <Muted>{t('app.desk.nothingHeld')}</Muted>
        </Box>
      )}
      {request && <Requested trip={request} />}
      <Held desk={desk} />
      {(held.hold || request) && (
        <PayRow
          price={held.hold}
          method={sale.payment}
          takesLinks={takesLinks}
          onMethod={(payment) => actions.edit({ payment })}
          paying={sale.paying}
          onPaying={(paying) => actions.edit({ paying })}
          isGivenWrong={missing === 'given'}
          error={messageOf(problemOf(held.refusal).errors?.['payment_method'])}
          focusRequest={payFocus}
          onConfirm={() => void actions.confirm()}
        />
      )}
      {repriced && (
        <Alert severity="warning">
          {t('app.desk.repriced', {
            before: formatMoney(repriced.before, repriced.currency, locale),
            now: formatMoney(repriced.now, repriced.currency, locale),
          })}
        </Alert>
      )}
      {missing === 'departure' && <Alert severity="warning">{t('app.desk.pickFirst')}</Alert>}
      {missing === 'customer' && <Alert severity="warning">{t('app.desk.accountWhose')}</Alert>}
      {children}
    </AsideCard>
  )
}

function Requested({ trip }: { trip: Trip }) {
  const { t, locale } = useFormat()
  return (
    <Column gap={2}>
      <Rides trip={trip} title={t('app.desk.request')} />
      <Muted>{t('app.desk.requestText')}</Muted>
      {trip.total_minor !== null && <Text weight="bold">{formatMoney(trip.total_minor, trip.currency, locale)}</Text>}
    </Column>
  )
}

function Rides({ trip, title }: { trip: HeldTrip; title: string }) {
  const { language } = useFormat()
  return (
    <Box>
      <Typography variant="h2">{title}</Typography>
      {trip.legs.map((leg) => (
        <Box key={`${leg.journey_id} ${leg.board_seq}`} sx={{ fontSize: 'body2.fontSize', mt: 1 }}>
          <Instant value={leg.departs_at} zone={leg.board_timezone} />{' '}
          {`${textIn(leg.board_name, language)} – ${textIn(leg.alight_name, language)}`}
        </Box>
      ))}
    </Box>
  )
}

/** The hold with its clock and price, or how it ended. */
function Held({ desk }: { desk: Desk }) {
  const { held, actions } = desk
  const { isLate, unpriced } = desk.derived
  const format = useFormat()
  const { t } = format
  const [dialog, setDialog] = useState<'price' | 'trace' | null>(null)
  const { hold, trips, busy, refusal } = held
  const priced = hold ?? unpriced
  const maySetAnyPrice = useMayOverride('set_any_price')
  const left = useSecondsLeft(hold?.hold_expires_at)
  const isOver = hold !== null && (hold.status !== 'on_hold' || left === 0)
  // The search button gets the focus when the hold has expired before resuming or confirming.
  const search = useRef<HTMLButtonElement>(null)
  const isAsked = isOver && (isLate || desk.state.missing === 'hold')
  useEffect(() => {
    if (isAsked) search.current?.focus()
  }, [isAsked])
  return (
    <>
      {refusal !== null && !isOver && (
        <Alert
          severity="error"
          {...(unpriced && maySetAnyPrice
            ? {
                action: (
                  <Button color="inherit" onClick={() => setDialog('price')}>
                    {t('app.desk.setPrice')}
                  </Button>
                ),
              }
            : { onClose: () => held.setRefusal(null) })}
        >
          {problemText(refusal, format)}
        </Alert>
      )}
      {hold && trips.out && (
        <Column gap={3}>
          <Rides trip={trips.out} title={t('app.desk.there')} />
          {trips.back && <Rides trip={trips.back} title={t('app.desk.back')} />}
          {isOver ? (
            <Alert
              severity="warning"
              action={
                <Button ref={search} color="inherit" disabled={busy} onClick={() => void actions.holdAgain()}>
                  {t('app.desk.holdAgain')}
                </Button>
              }
            >
              {t('app.desk.holdOver')}
            </Alert>
          ) : (
            <HoldClock
              hold={hold}
              busy={busy}
              onExtend={() => void held.extend()}
              onRelease={() => void actions.release()}
            />
          )}
          <PriceLines
            lines={hold.price_lines}
            currency={hold.currency}
            totalMinor={hold.total_minor}
            totalLabel={t('app.reservation.total')}
          />
          <Box sx={{ display: 'flex', gap: 2, ml: -3 }}>
            <Button disabled={isOver} onClick={() => setDialog('price')}>
              {t('app.desk.setPrice')}
            </Button>
            <Button onClick={() => setDialog('trace')}>{t('app.desk.why')}</Button>
          </Box>
        </Column>
      )}
      {priced && dialog === 'price' && (
        <OverrideDialog
          currency={priced.currency}
          totalMinor={hold?.total_minor ?? null}
          before={hold?.price_override ?? null}
          onClose={() => setDialog(null)}
          onSet={actions.setPrice}
        />
      )}
      {hold && dialog === 'trace' && <PriceTrace reservation={hold} onClose={() => setDialog(null)} />}
    </>
  )
}
