import Box from '@mui/material/Box'
import type { PriceLine } from '../../../contract/core/price-line'
import type { RuleVerdict } from '../../../contract/operations/quote'
import { numberFormat } from '../../providers/format/intl'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { ruleReason } from './ruleReason'
import { textIn } from '../../kit/text'

interface RuleVerdictsProps {
  trace: readonly RuleVerdict[]
  lines: readonly PriceLine[]
}

/**
 * Lists the rules without a price line: those that matched without effect and, collapsed, the others with the reason
 * why they do not apply.
 */
export function RuleVerdicts({ trace, lines }: RuleVerdictsProps) {
  const { t, locale } = useFormat()
  const idle = trace.filter((rule) => rule.matched && !lines.some((line) => line.rule_id === rule.rule_id))
  const others = trace.filter(({ matched }) => !matched)
  const number = numberFormat(locale).format(others.length)
  return (
    <>
      {idle.length > 0 && <Verdicts title={t('app.rule.idle')} verdicts={idle} isOpen />}
      {others.length > 0 && <Verdicts title={t('app.rule.notCounting', { number })} verdicts={others} />}
    </>
  )
}

interface VerdictsProps {
  title: string
  verdicts: readonly RuleVerdict[]
  isOpen?: boolean
}

function Verdicts({ title, verdicts, isOpen = false }: VerdictsProps) {
  const format = useFormat()
  return (
    <Box component="details" open={isOpen} sx={{ fontSize: 'body2.fontSize' }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, py: 1 }}>
        {title}
      </Box>
      <PlainList divided>
        {verdicts.map((verdict) => (
          <Box component="li" key={verdict.rule_id} sx={{ py: 2 }}>
            <bdi>{textIn(verdict.label, format.language)}</bdi>
            {!verdict.matched && <SecondaryText size="caption">{ruleReason(verdict, format)}</SecondaryText>}
          </Box>
        ))}
      </PlainList>
    </Box>
  )
}
