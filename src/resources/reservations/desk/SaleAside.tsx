import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import type { Departure } from '../../../../contract/operations/desk'
import { formatMoney } from '../../../providers/format/money'
import { Instant } from '../../../ui/Instant'
import { Muted } from '../../../ui/Muted'
import { PriceLines } from '../../../ui/PriceLines'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useSecondsLeft } from '../../../ui/useSecondsLeft'
import { textIn } from '../../../kit/text'
import { AsideCard } from './DeskLayout'
import { HoldClock } from './HoldClock'
import { OverrideDialog } from './OverrideDialog'
import type { Desk, Direction } from './useDesk'
import type { Hold } from './useHold'
import { onDemand } from '../../../ui/onDemand'
import { Column } from '../../../ui/Column'

const PriceTrace = onDemand(async () => ({ default: (await import('./PriceTrace')).PriceTrace }))

interface SaleAsideProps {
  desk: Desk
  children: ReactNode
}

/** What is held, for how long and at what price; always in sight. */
export function SaleAside({ desk, children }: SaleAsideProps) {
  const { t, locale } = useFormat()
  const { out, back, request, repriced, missing } = desk
  const both = out.hold && back.hold ? out.hold.total_minor + back.hold.total_minor : null
  return (
    <AsideCard>
      {!out.hold && !out.refusal && !request && (
        <Box sx={{ minHeight: 64 }}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {t('app.desk.sale')}
          </Typography>
          <Muted>{t('app.desk.nothingHeld')}</Muted>
        </Box>
      )}
      {request && <Requested departure={request} />}
      <Held desk={desk} direction="out" held={out} />
      {desk.backWay && <Held desk={desk} direction="back" held={back} />}
      {both !== null && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', fontWeight: 650, fontSize: 'h2.fontSize' }}>
          <span>{t('app.desk.bothWays')}</span>
          <span>{formatMoney(both, out.hold?.currency ?? '', locale)}</span>
        </Box>
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

function Requested({ departure }: { departure: Departure }) {
  const { t, locale } = useFormat()
  return (
    <Column gap={2}>
      <Ride departure={departure} title={t('app.desk.request')} />
      <Muted>{t('app.desk.requestText')}</Muted>
      {departure.total_minor !== null && (
        <Box sx={{ fontWeight: 600 }}>{formatMoney(departure.total_minor, departure.currency, locale)}</Box>
      )}
    </Column>
  )
}

function Ride({ departure, title }: { departure: Departure; title: string }) {
  const { language } = useFormat()
  return (
    <Box>
      <Typography variant="h2">{title}</Typography>
      <Box sx={{ fontSize: 'body2.fontSize', mt: 1 }}>
        <Instant value={departure.departs_at} zone={departure.board_timezone} />{' '}
        {`${textIn(departure.board_name, language)} – ${textIn(departure.alight_name, language)}`}
      </Box>
    </Box>
  )
}

interface HeldProps {
  desk: Desk
  direction: Direction
  held: Hold
}

/** One hold with its clock and price, or what became of it. */
function Held({ desk, direction, held }: HeldProps) {
  const format = useFormat()
  const { t } = format
  const [dialog, setDialog] = useState<'price' | 'trace' | null>(null)
  const { hold, departure, busy, refusal } = held
  const left = useSecondsLeft(hold?.hold_expires_at)
  const isOver = hold !== null && (hold.status !== 'on_hold' || left === 0)
  const again = async () => {
    held.drop(true)
    if (departure) await held.pick(departure, desk.wish(direction))
  }
  return (
    <>
      {refusal !== null && !isOver && (
        <Alert severity="error" onClose={() => held.setRefusal(null)}>
          {problemText(refusal, format)}
        </Alert>
      )}
      {hold && departure && (
        <Column gap={3}>
          <Ride departure={departure} title={t(direction === 'out' ? 'app.desk.there' : 'app.desk.back')} />
          {isOver ? (
            <Alert
              severity="warning"
              action={
                <Button color="inherit" disabled={busy} onClick={() => void again()}>
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
              onRelease={() => void held.release(t('app.desk.changedMind'))}
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
      {hold && dialog === 'price' && (
        <OverrideDialog
          hold={hold}
          onClose={() => setDialog(null)}
          onSet={(override) => desk.tryOverride(direction, override)}
        />
      )}
      {hold && dialog === 'trace' && <PriceTrace reservation={hold} onClose={() => setDialog(null)} />}
    </>
  )
}
