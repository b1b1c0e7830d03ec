import { Edit } from '../../kit/Edit'
import { RuleEditor } from './RuleEditor'

/** Changes a rule with its prices in sight. */
export default function RuleEdit() {
  return (
    <Edit resource="pricing-rules">
      <RuleEditor />
    </Edit>
  )
}
