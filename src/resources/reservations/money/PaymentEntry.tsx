import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Payment } from '../../../../contract/entities/payment'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import { choiceKey } from '../../../kit/vocabularies'
import { useHasRight, useUser } from '../../../providers/auth/useSession'
import { formatMoney } from '../../../providers/format/money'
import { Instant } from '../../../ui/Instant'
import { openPdf } from '../../../providers/http/files'
import { PdfMenu } from '../../../ui/PdfMenu'
import { reasonText } from '../../../ui/problemText'
import { StatusMark } from '../../../ui/StatusMark'
import { SecondaryText, Text } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import type { MoneyTask } from './moneyDialog'

interface PaymentEntryProps {
  payment: Payment
  money: ReservationMoney
  /** Language of the reservation. */
  partyLanguage: string
  onTask: (task: MoneyTask) => void
}

/** A payment or refund: amount, method, user, time, place, state and available actions. */
export function PaymentEntry({ payment, money, partyLanguage, onTask }: PaymentEntryProps) {
  const { t, locale } = useFormat()
  const mayTake = useHasRight('take_payment')
  const user = useUser()
  const mayApprove = useHasRight('approve_refund')
  const mayReverse = useHasRight('reverse_payment')
  const { direction, method, state, amount_minor, currency, reason, user_id, till_id, reverses_id } = payment
  const amount = formatMoney(amount_minor, currency, locale)
  const waits = state === 'pending' && payment.needs_approval && payment.approved_by_user_id === null
  const isLapse = direction === 'refund' && method === 'written_off' && reverses_id === null
  const mayUndo =
    mayReverse && state === 'posted' && reverses_id === null && payment.reversed_by_id === null && !isLapse
  const what = reverses_id !== null ? 'reversal' : isLapse ? 'lapse' : direction
  const facts = [
    t(choiceKey('moneyMethods', method)),
    user_id === null ? null : money.names[user_id],
    till_id === null ? null : money.names[till_id],
    payment.card_last4 === null ? null : `${payment.card_brand ?? ''} •••• ${payment.card_last4}`.trim(),
    payment.provider_reference,
  ].filter((fact) => fact !== null && fact !== undefined)
  return (
    <Text component="li" size="body2">
      <Box sx={{ py: 3, display: 'grid', gap: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, justifyContent: 'space-between' }}>
          <Text component="span" weight="medium">
            {t(`app.payments.did.${what}`, { amount })}
          </Text>
          {(state !== 'posted' || payment.reversed_by_id !== null) && (
            <StatusMark
              value={waits ? 'waiting' : state}
              label={
                payment.reversed_by_id !== null
                  ? t('app.payments.reversed')
                  : waits
                    ? t('app.payments.waitsShort')
                    : t(choiceKey('paymentStates', state))
              }
            />
          )}
        </Box>
        <SecondaryText>
          <Instant value={payment.created_at} />
          {facts.map((fact, index) => (
            <span key={index}>
              {' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </SecondaryText>
        {reason && <SecondaryText breaks>{reasonText(reason, t)}</SecondaryText>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
          <SecondaryText component="bdi" size="caption" dir="ltr">
            {payment.reference}
          </SecondaryText>
          {state === 'posted' && method !== 'written_off' && mayTake && (
            <PdfMenu
              label={t('app.payments.receipt')}
              variant="text"
              first={partyLanguage}
              onOpen={(language) =>
                openPdf('POST /payments/:id/receipt', { params: { id: payment.id }, query: { language } })
              }
            />
          )}
          {waits && mayApprove && user_id !== user?.id && (
            <Button size="small" onClick={() => onTask({ kind: 'approve', payment })}>
              {t('app.payments.approve')}
            </Button>
          )}
          {waits && mayApprove && (
            <Button size="small" color="error" onClick={() => onTask({ kind: 'decline', payment })}>
              {t('app.payments.decline')}
            </Button>
          )}
          {mayUndo && (
            <Button size="small" color="error" onClick={() => onTask({ kind: 'reverse', payment })}>
              {t('app.payments.reverse')}
            </Button>
          )}
        </Box>
      </Box>
    </Text>
  )
}
