import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { PreviewRow } from '../../../../contract/operations/pricing-preview'
import type { RuleVerdict } from '../../../../contract/operations/quote'
import { inLanguage } from '../../../../contract/core/scalars'
import { formatDate } from '../../../providers/format/dates'
import { formatMoney } from '../../../providers/format/money'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat, type Format } from '../../../ui/useFormat'
import { changeText } from './priceText'
import { useExplanation, type useAskedRule } from './usePreview'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText } from '../../../ui/SecondaryText'

interface CellExplanationProps {
  row: PreviewRow
  day: string
  before: number | null
  after: number | null
  asked: ReturnType<typeof useAskedRule>
  anchor: HTMLElement
  onClose: () => void
}

/** One price of the grid: line by line, then each rule with the reason why it counts or does not. */
export function CellExplanation({ row, day, before, after, asked, anchor, onClose }: CellExplanationProps) {
  const format = useFormat()
  const { t, locale, language } = format
  const { data, error } = useExplanation(asked, row, day)
  const currency = row.currency ?? ''
  const title = `${inLanguage(row.label, language)}, ${formatDate(day, locale)}`
  const explained = data?.explained
  const counting = explained?.trace.filter((verdict) => verdict.matched) ?? []
  const others = explained?.trace.filter((verdict) => !verdict.matched) ?? []
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
        <Box sx={{ display: 'grid', gap: 0.5, fontSize: 'body2.fontSize' }}>
          {explained.lines.map((line) => (
            <Box key={line.seq} sx={{ display: 'flex', justifyContent: 'space-between', gap: 3 }}>
              <span>{inLanguage(line.label, language)}</span>
              <Box component="span" dir="ltr" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {line.kind === 'base_fare'
                  ? formatMoney(line.amount_minor, currency, locale)
                  : changeText(line.amount_minor, currency, locale)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      <Verdicts title={t('app.rule.counting')} verdicts={counting} />
      <Verdicts title={t('app.rule.notCounting')} verdicts={others} />
    </Popover>
  )
}

function Verdicts({ title, verdicts }: { title: string; verdicts: readonly RuleVerdict[] }) {
  const { t, language } = useFormat()
  if (verdicts.length === 0) return null
  return (
    <>
      <Typography variant="h3" sx={{ mt: 3, mb: 1, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
        {title}
      </Typography>
      <PlainList sx={{ display: 'grid', gap: 1, fontSize: 'body2.fontSize' }}>
        {verdicts.map((verdict) => (
          <Box component="li" key={verdict.rule_id} sx={{ display: 'flex', gap: 2 }}>
            {verdict.matched ? (
              <CheckIcon sx={{ fontSize: 'h2.fontSize', mt: 0.5, color: 'success.main' }} />
            ) : (
              <CloseIcon sx={{ fontSize: 'h2.fontSize', mt: 0.5, color: 'text.disabled' }} />
            )}
            <div>
              {inLanguage(verdict.label, language)}
              {!verdict.matched && <SecondaryText size="caption">{reasonOf(verdict, t)}</SecondaryText>}
            </div>
          </Box>
        ))}
      </PlainList>
    </>
  )
}

/** What the rule asks for and did not find. */
function reasonOf({ failed_dimension: failed, expected, actual }: RuleVerdict, t: Format['t']) {
  if (failed === null) return ''
  const reason = t(`choices.ruleRejections.${failed}`)
  if (expected.length === 0) return reason
  return t('app.rule.expects', { reason, expected: expected.join(', '), actual: actual ?? '–' })
}
