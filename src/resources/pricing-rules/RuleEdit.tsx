import { Edit } from '../../kit/Edit'
import { RuleEditor } from './RuleEditor'

/** Edits a rule with a preview of its prices. */
export default function RuleEdit() {
  return (
    <Edit resource="pricing-rules">
      <RuleEditor />
    </Edit>
  )
}
