import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import { RecordFacts } from '../../kit/RecordFacts'
import { specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import { Show } from '../../kit/Show'
import { ruleSentence } from './ruleSentence'
import { useRuleNames } from './useRuleNames'

/** Page of a rule: its effect as a sentence, then its rank among the others. */
export default function RuleShow() {
  return <Show resource="pricing-rules" subtitle={<RuleSentence />} />
}

function RuleSentence() {
  const rule = useRecordContext<PricingRule & AnyRecord>()
  const sentence = ruleSentence(rule ?? {}, useRuleNames(rule ?? {}).context)
  if (!rule) return null
  return (
    <>
      <Box sx={{ mb: 1, color: 'text.primary' }}>{sentence}</Box>
      <RecordFacts spec={specOf('pricing-rules')} record={rule} />
    </>
  )
}
