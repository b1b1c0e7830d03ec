import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { ScanAnswer } from '../../../../contract/operations/tickets'
import { formatMoney } from '../../../providers/format/money'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import { Text } from '../../../ui/Text'

/** Passenger of a scanned ticket and whether it is valid; legible at arm's length. */
export function ScanResult({ answer }: { answer: ScanAnswer }) {
  const { t, locale } = useFormat()
  const facts = [
    t(`choices.passengerStatuses.${answer.status}`),
    ...answer.needs.map((need) => t(choiceKey('passengerNeeds', need))),
  ]
  return (
    <Alert severity={answer.is_valid ? 'success' : 'error'} role="status">
      <Box sx={{ fontSize: 18, fontWeight: 600 }}>{answer.name ?? answer.reference}</Box>
      <Box>{answer.refusal === null ? facts.join(' · ') : t(`app.operations.checkIn.refusal.${answer.refusal}`)}</Box>
      {answer.amount_due_minor > 0 && (
        <Text weight="bold">
          {t('app.reservation.owed', { amount: formatMoney(answer.amount_due_minor, answer.currency, locale) })}
        </Text>
      )}
    </Alert>
  )
}
