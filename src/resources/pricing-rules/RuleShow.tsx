import { RecordAndHistory, RecordPage } from '../../kit/GeneratedShow'
import { RecordHeader } from '../../kit/RecordHeader'
import { specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import { ruleSentence, type RuleDraft } from './ruleSentence'
import { useRuleNames } from './useRuleNames'

/** A rule: what it does in a sentence, then field by field. */
export default function RuleShow() {
  return <RecordPage spec={specOf('pricing-rules')}>{(record) => <Rule record={record} />}</RecordPage>
}

function Rule({ record }: { record: AnyRecord }) {
  const spec = specOf('pricing-rules')
  const rule = record as unknown as RuleDraft
  const { context } = useRuleNames(rule)
  return (
    <>
      <RecordHeader spec={spec} record={record} subtitle={ruleSentence(rule, context)} />
      <RecordAndHistory spec={spec} record={record} />
    </>
  )
}
