import { GeneratedEdit } from '../../kit/GeneratedEdit'
import { specOf } from '../../kit/registry'
import { RuleEditor } from './RuleEditor'

/** Changes a rule with its prices in sight. */
export default function RuleEdit() {
  return (
    <GeneratedEdit spec={specOf('pricing-rules')}>
      <RuleEditor />
    </GeneratedEdit>
  )
}
