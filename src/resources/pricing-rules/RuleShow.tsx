import { RecordAndHistory, RecordPage } from '../builder/GeneratedShow'
import { RecordHeader } from '../builder/RecordHeader'
import { specOf } from '../builder/registry'
import type { AnyRecord } from '../builder/resource'
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
