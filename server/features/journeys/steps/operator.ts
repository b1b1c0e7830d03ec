import { choice, sentence } from '../../../../contract/core/sentence'
import type { Journey } from '../../../../contract/entities/journey'
import { lockOperator } from '../../../kernel/operators'
import type { Tx } from '../../../db/transaction'
import { farmingOutIssues, leavesUs, OPERATOR } from '../../../domain/journeys/farming-out'
import { keepsResources } from '../../../domain/journeys/service-status'
import { wrongState, wrongStateAt } from '../../../http/refusal'

/**
 * Checks a change of the operating company. @param isBack true when a cancelled journey is reinstated
 * @throws Refusal when the company cannot operate it, or our own vehicle or staff are assigned as well
 */
export async function refuseOperator(tx: Tx, current: Journey, next: Journey, isBack: boolean): Promise<void> {
  const { operated_by_partner_id: id, vehicle_id, driver_id, co_driver_id } = next
  const { code, service_status: status } = current
  if (id !== current.operated_by_partner_id && !keepsResources(status))
    throw wrongStateAt(
      OPERATOR,
      sentence`${code} is ${choice('serviceStatuses', status)}: its operating company cannot change.`,
    )
  if (id === null) return
  const isNew = isBack || leavesUs(current, next)
  const issues = farmingOutIssues(await lockOperator(tx, id), isNew, { vehicle_id, driver_id, co_driver_id })
  if (issues.length > 0) throw wrongState(issues)
}

/** Checks that a journey may be deleted. @throws Refusal for one with an operating company that is not cancelled */
export function refuseFarmedOut({ service_status: status, operated_by: operator }: Journey): void {
  if (operator !== null && status !== 'cancelled')
    throw wrongStateAt(OPERATOR, sentence`${operator} runs this journey. Take it back or cancel it first.`)
}
