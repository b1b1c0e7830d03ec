import { journey, type Journey } from '../../../../contract/entities/journey'
import type { Step, Values } from '../../../crud/store-options'
import { assignmentWord, leavesUs } from '../../../domain/journeys/farming-out'
import type { Context } from '../../../http/context'
import { invalid, wrongState } from '../../../http/refusal'
import { prepareChange, storeChange, type Leave } from '../repository'

export interface Change extends Leave {
  /** Past tense, told in the history. */
  action: string
  /** Fields with their new values, as a client could write them. */
  input: Partial<Journey>
  reason?: string | undefined
}

/** A change of a journey as a step of its life, with all the checks that a change of the record has. */
export const change =
  ({ action, input: wish, reason, ...leave }: Change, context: Context): Step =>
  async (tx, row) => {
    const current = row as unknown as Journey
    const input = leavesUs(current, { ...current, ...wish }) ? { ...NONE_OF_OURS, ...wish } : wish
    const names = Object.keys(input) as (keyof Journey)[]
    if (names.every((name) => current[name] === input[name])) return null
    const next: Values = { ...row, ...input }
    refuseStep(current, next as unknown as Journey)
    const issues = journey.check?.(next as never) ?? []
    if (issues.length > 0) throw invalid(issues)
    const write = { current: row, next, input, context }
    const values = { ...input, ...(await prepareChange(tx, write, row, leave)) }
    return {
      action: action === 'assigned' ? assignmentWord(current, { ...current, ...input }) : action,
      values,
      reason: leave.overrideReason ?? reason ?? null,
      settle: () => storeChange(tx, row.id, write, row),
    }
  }

/** A company that runs a journey comes with everything that it takes. */
const NONE_OF_OURS = { vehicle_id: null, driver_id: null, co_driver_id: null }

function refuseStep({ service_status: from, code }: Journey, { service_status: to }: Journey): void {
  if (from === to) return
  const allowed: readonly string[] = journey.transitions?.[from] ?? []
  if (allowed.includes(to)) return
  throw wrongState([
    { path: 'service_status', message: `${code} is ${from.replaceAll('_', ' ')}: it cannot become ${to}.` },
  ])
}
