import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { QuoteRequest, RuleVerdict } from '../../../../contract/operations/quote'
import { MONOSPACE } from '../../../ui/theme/theme'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { textIn } from '../../../kit/text'
import { choiceKey } from '../../../kit/vocabularies'
import { call } from '../../../providers/http/call'
import { PlainList } from '../../../ui/Rows'

interface PriceTraceProps {
  reservation: Reservation
  onClose: () => void
}

/** Which pricing rules count for a reservation today, and why the others do not. */
export function PriceTrace({ reservation, onClose }: PriceTraceProps) {
  const format = useFormat()
  const { t } = format
  const titleId = useId()
  const request = requestOf(reservation)
  const { data, error } = useQuery({
    queryKey: ['quotes', 'trace', request],
    queryFn: () => call('POST /quotes', { body: request }),
    staleTime: 0,
    gcTime: 0,
  })
  const rules = data ? [...data.trace].sort((a, b) => Number(b.matched) - Number(a.matched)) : []
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('app.desk.why')}</DialogTitle>
      <DialogContent>
        {error && <Alert severity="error">{problemText(error, format)}</Alert>}
        {!data && !error && <Skeleton height={120} />}
        {data && rules.length === 0 && <Muted>{t('app.desk.noRules')}</Muted>}
        <PlainList>
          {rules.map((verdict) => (
            <Verdict key={verdict.rule_id} verdict={verdict} />
          ))}
        </PlainList>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Verdict({ verdict }: { verdict: RuleVerdict }) {
  const { t, language } = useFormat()
  const { matched, failed_dimension: failed, expected, actual } = verdict
  const reason = matched
    ? t('app.desk.counts')
    : [
        failed ? t(`choices.ruleRejections.${failed}`) : '',
        expected.length > 0 ? t('app.desk.asked', { expected: expected.join(', '), actual: actual ?? '–' }) : '',
      ]
        .filter(Boolean)
        .join(': ')
  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider', '&:last-child': { borderBottom: 0 } }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'baseline', fontWeight: matched ? 600 : 400 }}>
        <span aria-hidden>{matched ? '✓' : '–'}</span>
        <span>{textIn(verdict.label, language)}</span>
        <Box
          component="span"
          dir="ltr"
          sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize', color: 'text.secondary' }}
        >
          {verdict.rule_code}
        </Box>
        <Box component="span" sx={{ marginInlineStart: 'auto', fontSize: 'caption.fontSize', color: 'text.secondary' }}>
          {t(choiceKey('ruleStages', verdict.stage))}
        </Box>
      </Box>
      <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', paddingInlineStart: 5 }}>{reason}</Box>
    </Box>
  )
}

function requestOf(reservation: Reservation): Partial<QuoteRequest> {
  const passengers: Record<string, number> = {}
  for (const { category } of reservation.passengers) passengers[category] = (passengers[category] ?? 0) + 1
  const { kind, legs, hire, addons, channel, partner_id, customer_id, promo_code, return_of_id } = reservation
  return {
    kind,
    hire,
    addons,
    channel,
    partner_id,
    customer_id,
    promo_code,
    legs: [...legs],
    passengers,
    trip_type: return_of_id === null ? 'one_way' : 'return',
    with_trace: true,
  }
}
