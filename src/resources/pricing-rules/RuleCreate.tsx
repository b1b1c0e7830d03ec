import { Create } from '../../kit/Create'
import { RuleEditor } from './RuleEditor'

/** Creates a rule with a preview of its prices. */
export default function RuleCreate() {
  return (
    <Create resource="pricing-rules">
      <RuleEditor />
    </Create>
  )
}
