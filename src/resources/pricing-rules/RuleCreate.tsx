import { GeneratedCreate } from '../builder/GeneratedCreate'
import { specOf } from '../builder/registry'
import { RuleEditor } from './RuleEditor'

/** Makes a rule with its prices in sight. */
export default function RuleCreate() {
  return (
    <GeneratedCreate spec={specOf('pricing-rules')}>
      <RuleEditor />
    </GeneratedCreate>
  )
}
