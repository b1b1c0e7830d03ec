import type { JobPlan } from '../../../contract/operations/reassignment'
import { useOperators } from './operators'
import type { Choice } from './plan'

/** Returns the choice that an action begins with: the operator is filled in where there is only one. */
export function useChoiceOf(): (action: JobPlan['action']) => Choice {
  const { operators } = useOperators()
  return (action) =>
    action === 'farm_out' && operators.length === 1 ? { action, partner_id: operators[0]?.id } : { action }
}
