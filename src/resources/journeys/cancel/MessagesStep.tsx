import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PartyOutcome } from '../../../../contract/operations/journeys'
import { formatMoney } from '../../../providers/format/money'
import { LANGUAGE_TABLE } from '../../../providers/i18n/languages'
import { CopyBox } from '../../../ui/CopyBox'
import { useFormat } from '../../../ui/useFormat'
import type { Message } from './messages'
import { Column } from '../../../ui/Column'

/** Returns the refunds of cancelled bookings by currency. */
function refunds(outcomes: readonly PartyOutcome[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { outcome, reservation } of outcomes) {
    if (!reservation || (outcome !== 'cancelled' && outcome !== 'direction_cancelled')) continue
    const { currency, paid_minor: paid, total_minor: total } = reservation
    const back = outcome === 'cancelled' ? paid : Math.max(0, paid - total)
    sums.set(currency, (sums.get(currency) ?? 0) + back)
  }
  return [...sums].filter(([, amount]) => amount > 0)
}

/** Refunds without a fee, and the messages to the passengers in their languages. */
export function MessagesStep({ outcomes, messages }: { outcomes: readonly PartyOutcome[]; messages: Message[] }) {
  const { t, locale } = useFormat()
  const amounts = refunds(outcomes).map(([currency, amount]) => formatMoney(amount, currency, locale))
  return (
    <Column>
      <Box>
        <Typography variant="h3">{t('app.operations.cancel.feeTitle')}</Typography>
        <Typography color="text.secondary">
          {t('app.operations.cancel.fee')}{' '}
          {amounts.length > 0 && t('app.operations.cancel.refund', { amount: amounts.join(', ') })}
        </Typography>
      </Box>
      {messages.length > 0 && (
        <Column gap={3}>
          <Typography variant="h3">{t('app.operations.cancel.messages')}</Typography>
          <Typography color="text.secondary">{t('app.operations.cancel.messagesText')}</Typography>
          {messages.map((message) => (
            <Box key={message.text} lang={LANGUAGE_TABLE[message.language].tag}>
              <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', mb: 1 }}>
                {[
                  LANGUAGE_TABLE[message.language].name,
                  t('app.operations.cancel.partyCount', { count: message.parties.length }),
                ].join(' · ')}
              </Box>
              <CopyBox text={message.text} label={LANGUAGE_TABLE[message.language].name} />
            </Box>
          ))}
        </Column>
      )}
    </Column>
  )
}
