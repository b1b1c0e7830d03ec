import { GeneratedEdit } from '../builder/GeneratedEdit'
import { specOf } from '../builder/registry'
import { RuleEditor } from './RuleEditor'

/** Changes a rule with its prices in sight. */
export default function RuleEdit() {
  return (
    <GeneratedEdit spec={specOf('pricing-rules')}>
      <RuleEditor />
    </GeneratedEdit>
  )
}
