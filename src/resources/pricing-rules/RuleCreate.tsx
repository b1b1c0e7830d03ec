import { GeneratedCreate } from '../../kit/GeneratedCreate'
import { specOf } from '../../kit/registry'
import { RuleEditor } from './RuleEditor'

/** Makes a rule with its prices in sight. */
export default function RuleCreate() {
  return (
    <GeneratedCreate spec={specOf('pricing-rules')}>
      <RuleEditor />
    </GeneratedCreate>
  )
}
