import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import { resourceName } from '../../../kit/labels'
import { Card } from '../../../kit/RecordSections'
import { useReread } from '../../../providers/data/useReread'
import { useHasRight, useMay } from '../../../providers/auth/useSession'
import { formatMoney } from '../../../providers/format/money'
import { onDemand } from '../../../ui/onDemand'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText, Text } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import type { MoneyTask } from './moneyDialog'
import { useMoney } from './moneyApi'
import { PaymentEntry } from './PaymentEntry'

const MoneyDialogs = onDemand(() => import('./MoneyDialogs'))

/** Height of the balance and one payment, reserved while loading. */
const WAITING_PX = 96

/** Payments, refunds and balance of a reservation, with the available actions. */
export function MoneyCard({ reservation }: { reservation: Reservation }) {
  const { t } = useFormat()
  const reread = useReread()
  const maySee = useMay('show', 'payments')
  const mayTake = useHasRight('take_payment')
  const mayRefund = useHasRight('refund')
  const mayWriteOff = useHasRight('write_off')
  // Dialogs stay disabled while reloading, because their initial values belong to the previous version.
  const { data: money, isError, isPlaceholderData: isOld, refetch } = useMoney(reservation, maySee)
  const [task, setTask] = useState<MoneyTask | null>(null)
  if (!maySee) return null
  return (
    <Card title={resourceName(t, 'payments')}>
      <Box sx={{ minHeight: WAITING_PX }}>
        {isError && !money && (
          <Alert
            severity="error"
            action={<Button onClick={() => void refetch()}>{t('app.payments.readAgain')}</Button>}
          >
            {t('app.payments.failed')}
          </Alert>
        )}
        {!money && !isError && <Skeleton variant="rounded" height={WAITING_PX} />}
        {money && (
          <>
            <Balance money={money} />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
              {money.balance_minor > 0 && mayTake && (
                <Button variant="contained" disabled={isOld} onClick={() => setTask({ kind: 'take' })}>
                  {t('app.payments.take')}
                </Button>
              )}
              {mayTake && money.takes_links && (money.balance_minor > 0 || money.pending_payments_minor > 0) && (
                <Button variant="outlined" disabled={isOld} onClick={() => setTask({ kind: 'link' })}>
                  {t('app.desk.steps.payment_link')}
                </Button>
              )}
              {money.refundable_minor > 0 && mayRefund && (
                <Button
                  variant={money.balance_minor < 0 ? 'contained' : 'outlined'}
                  disabled={isOld}
                  onClick={() => setTask({ kind: 'refund' })}
                >
                  {t('app.payments.refund')}
                </Button>
              )}
              {money.write_off_max_minor > 0 && mayWriteOff && (
                <Button color="error" disabled={isOld} onClick={() => setTask({ kind: 'write_off' })}>
                  {t('app.payments.writeOff')}
                </Button>
              )}
            </Box>
            {money.payments.length > 0 && (
              <PlainList ordered divided sx={{ mt: 4, '& li': { px: 0 } }}>
                {[...money.payments].reverse().map((payment) => (
                  <PaymentEntry
                    key={payment.id}
                    payment={payment}
                    money={money}
                    partyLanguage={reservation.locale}
                    onTask={setTask}
                  />
                ))}
              </PlainList>
            )}
          </>
        )}
      </Box>
      {task && money && (
        <MoneyDialogs
          task={task}
          reservation={reservation}
          money={money}
          onDone={reread}
          onClose={() => setTask(null)}
        />
      )}
    </Card>
  )
}

function Balance({ money }: { money: ReservationMoney }) {
  const { t, locale } = useFormat()
  const amountText = (minor: number) => formatMoney(minor, money.currency, locale)
  const { balance_minor: balance, pending_refunds_minor: waiting, paid_minor: paid } = money
  return (
    <>
      <Text weight="bold">
        {balance > 0
          ? t('app.reservation.owed', { amount: amountText(balance) })
          : balance < 0
            ? t('app.payments.toGiveBack', { amount: amountText(-balance) })
            : t(paid > 0 ? 'app.payments.allPaid' : 'app.payments.nothingOwed')}
      </Text>
      {waiting > 0 && (
        <SecondaryText size="body2">{t('app.payments.waiting', { amount: amountText(waiting) })}</SecondaryText>
      )}
    </>
  )
}
