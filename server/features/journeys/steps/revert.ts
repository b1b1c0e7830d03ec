import { sentence } from '../../../../contract/core/sentence'
import { AUTO_COMPLETE_AFTER_H } from '../../../../contract/core/limits/dispatch'
import type { Journey } from '../../../../contract/entities/journey'
import { SALES_STATUSES } from '../../../../contract/core/vocabulary'
import type { Values } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { isOverdue } from '../../../domain/journeys/step-times'
import type { JourneyEffect } from '../../../domain/journeys/transitions'
import type { Context } from '../../../kernel/context'
import { wrongStateAt } from '../../../http/refusal'
import { clashesOf } from '../repository/clashes'
import { changesOfDeparture, clearArrival, clearDeparture, hasReachedStop } from '../repository/progress'
import { allocateOrSuggest, stretchJourney } from './assignment'

/**
 * Checks that a departure or an arrival can be reverted. @returns the sales status from before the departure
 * @throws Refusal invalid_state once the journey has reached a later stop, or would be completed again at once
 */
export async function prepareRevert(
  tx: Tx,
  effect: JourneyEffect,
  current: Journey,
  context: Context,
): Promise<Values> {
  const { id, code, sales_status } = current
  if (effect === 'arrival_reverted' && isOverdue(current, context.now()))
    throw wrongStateAt(
      'service_status',
      sentence`${code} should have arrived more than ${AUTO_COMPLETE_AFTER_H} hours ago, so it stays completed.`,
    )
  if (effect !== 'departure_reverted') return {}
  if (await hasReachedStop(tx, id))
    throw wrongStateAt('service_status', sentence`${code} has reached a later stop, so its departure stays recorded.`)
  const sales = (await changesOfDeparture(tx, id)).find(({ field }) => field === 'sales_status')
  const before = SALES_STATUSES.find((status) => status === sales?.old)
  return before !== undefined && sales_status === 'closed' ? { sales_status: before } : {}
}

/**
 * Deletes the recorded time of a reverted departure or arrival, and occupies vehicle and people again after an arrival.
 * @throws Refusal invalid_state or resource_conflict when one of them has a job at that time now
 */
export async function storeRevert(tx: Tx, effect: JourneyEffect, current: Journey): Promise<void> {
  const { id, departs_at } = current
  if (effect === 'departure_reverted') await clearDeparture(tx, id)
  if (effect !== 'arrival_reverted') return
  const arrivedAt = await clearArrival(tx, id)
  // An arrival before the planned departure released the allocations instead of shortening them.
  if (arrivedAt !== null && Date.parse(arrivedAt) <= Date.parse(departs_at)) return allocateOrSuggest(tx, id)
  await stretchJourney(tx, id)
  await refuseNewJobs(tx, current)
}

/** Refuses to occupy a vehicle or person that has a job since which starts before the planned end of this one. */
async function refuseNewJobs(tx: Tx, { id, code, delay_min }: Journey): Promise<void> {
  const taken = (await clashesOf(tx, id)).find(({ late_min }) => late_min > Math.max(0, delay_min))
  if (taken)
    throw wrongStateAt(
      'service_status',
      sentence`${taken.resource_label} has been assigned to ${taken.label} since ${code} was completed. Assign another one there first.`,
    )
}
