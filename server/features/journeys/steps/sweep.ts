import type { Journey } from '../../../../contract/entities/journey'
import { AUTO_COMPLETE_AFTER_H } from '../../../../contract/core/limits/dispatch'
import type { Store } from '../../../crud/store'
import type { Db } from '../../../db/database'
import type { Context } from '../../../kernel/context'
import { Refusal } from '../../../http/refusal'
import { overdueJourneys } from '../repository/progress'
import { takeStep } from './take-step'

const HOUR_MS = 3_600_000
const AT_ONCE = 100

/**
 * Completes journeys that are still under way six hours after their planned arrival.
 * @returns the number of completed journeys
 */
export async function completeOverdue(db: Db, store: Store<Journey>, context: Context): Promise<number> {
  const latest = new Date(context.now().getTime() - AUTO_COMPLETE_AFTER_H * HOUR_MS).toISOString()
  const ids = await overdueJourneys(db, latest, AT_ONCE)
  const reason = `It was not completed within ${AUTO_COMPLETE_AFTER_H} hours of its planned arrival.`
  let ended = 0
  for (const id of ids)
    try {
      await store.act(id, null, context, takeStep('completeJourney', context, reason))
      ended += 1
    } catch (error) {
      // A concurrent change refused the step; the next sweep tries again.
      if (!(error instanceof Refusal)) throw error
    }
  return ended
}
