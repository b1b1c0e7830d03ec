import Box from '@mui/material/Box'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { CUSTOMER_RETENTION_MAX_MONTHS, CUSTOMER_RETENTION_MIN_MONTHS } from '../../../contract/core/limits/retention'
import { cappedCount } from '../../providers/format/intl'
import { call } from '../../providers/http/call'
import { useDebounced } from '../../ui/useDebounced'
import { useFormat } from '../../ui/useFormat'

const ASK_AFTER_MS = 300
const DAYS = [
  'mail_content_kept_days',
  'partner_log_kept_days',
  'notifications_kept_days',
  'sessions_kept_days',
] as const

interface RetentionBoxesProps {
  box: (name: 'customers_kept_months' | (typeof DAYS)[number]) => TextFieldProps
  /** Current setting in months; null: unlimited. */
  saved: number | null
}

/** Retention times of data, with a preview of what a change would erase. */
export function RetentionBoxes({ box, saved }: RetentionBoxesProps) {
  const { t, locale } = useFormat()
  const customers = box('customers_kept_months')
  const typed = useDebounced(Number(customers.value), ASK_AFTER_MS)
  const isAsked =
    Number.isInteger(typed) &&
    typed >= CUSTOMER_RETENTION_MIN_MONTHS &&
    typed <= CUSTOMER_RETENTION_MAX_MONTHS &&
    typed !== saved &&
    customers.disabled !== true
  const { data } = useQuery({
    queryKey: ['company', 'retention', typed],
    queryFn: () => call('GET /company/retention/preview', { query: { months: typed } }),
    enabled: isAsked,
  })
  const isCounted = isAsked && data !== undefined && typed === Number(customers.value)
  return (
    <>
      <Box>
        <TextField fullWidth {...customers} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
        <Box role="status" sx={{ minHeight: 40, mt: 1, fontSize: 'body2.fontSize', color: 'text.primary' }}>
          {isCounted &&
            t('app.company.retention.preview', {
              smart_count: data.customers,
              number: cappedCount(data.customers, locale),
            })}
        </Box>
      </Box>
      {DAYS.map((name) => (
        <TextField key={name} {...box(name)} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
      ))}
    </>
  )
}
