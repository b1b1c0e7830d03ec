import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { PreviewRow } from '../../../../contract/operations/pricing-preview'
import { inLanguage } from '../../../../contract/core/scalars'
import { formatDate } from '../../../providers/format/dates'
import { formatMoney } from '../../../providers/format/money'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { PriceLines } from '../../../ui/PriceLines'
import { RuleVerdicts } from '../../../features/pricing/RuleVerdicts'
import { useFormat } from '../../../ui/useFormat'
import { useExplanation, type useAskedRule } from './usePreview'

interface CellExplanationProps {
  row: PreviewRow
  day: string
  before: number | null
  after: number | null
  asked: ReturnType<typeof useAskedRule>
  anchor: HTMLElement
  onClose: () => void
}

/** Explains a price of the grid: its price lines, and why the other rules do not apply. */
export function CellExplanation({ row, day, before, after, asked, anchor, onClose }: CellExplanationProps) {
  const format = useFormat()
  const { t, locale, language } = format
  const { data, error } = useExplanation(asked, row, day)
  const currency = row.currency ?? ''
  const title = `${inLanguage(row.label, language)}, ${formatDate(day, locale)}`
  const explained = data?.explained
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { width: 340, maxHeight: 460, p: 4 } } }}
    >
      <Typography variant="h3">{title}</Typography>
      <Box sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', mb: 2 }}>
        {before !== null && after !== null && before !== after
          ? t('app.rule.becomes', {
              old: formatMoney(before, currency, locale),
              price: formatMoney(after, currency, locale),
            })
          : t('app.rule.same')}
      </Box>
      {error && <Muted>{problemText(error, format)}</Muted>}
      {!explained && !error && <Skeleton variant="rounded" height={120} />}
      {explained && (
        <>
          <PriceLines
            lines={explained.lines}
            currency={currency}
            totalMinor={explained.lines.reduce((sum, line) => sum + line.amount_minor, 0)}
            totalLabel={t('app.reservation.total')}
          />
          <Box sx={{ mt: 2 }}>
            <RuleVerdicts trace={explained.trace} lines={explained.lines} />
          </Box>
        </>
      )}
    </Popover>
  )
}
