import { Create } from '../../kit/Create'
import { RuleEditor } from './RuleEditor'

/** Makes a rule with its prices in sight. */
export default function RuleCreate() {
  return (
    <Create resource="pricing-rules">
      <RuleEditor />
    </Create>
  )
}
