import type { EventAction } from '../../../contract/core/events'
import {
  DEADLINE_RETENTION_DAYS,
  HOLD_EXPIRY_NOTICE_MIN,
  UNASSIGNED_NOTICE_H,
} from '../../../contract/core/limits/notifications'
import { announce } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { systemContext } from '../../kernel/context'
import type { Round } from '../feature'
import { forgetDeadlines, holdsThatEnd, noteDeadlines, unassignedJourneys, type Deadline } from './repository/deadlines'

const MINUTE_MS = 60_000

/**
 * Notifies staff of holds that expire soon, and of journeys that depart soon without a vehicle or a driver.
 * Safe to run in several processes at once: each deadline is announced once.
 */
export async function notifyOfDeadlines(db: Db, { now, before }: Round): Promise<void> {
  const until = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)
  await inTransaction(db, async (tx) => {
    const notify = async (action: EventAction, type: string, found: readonly Deadline[]) => {
      for (const { id, label } of await noteDeadlines(tx, action, found))
        announce(tx, systemContext('deadlines', () => now).actor, { action, entity: { type, id, label } })
    }
    await notify('reservations.hold_ends', 'reservations', await holdsThatEnd(tx, now, until(HOLD_EXPIRY_NOTICE_MIN)))
    await notify(
      'journeys.unassigned_soon',
      'journeys',
      await unassignedJourneys(tx, now, until(UNASSIGNED_NOTICE_H * 60)),
    )
  })
  await forgetDeadlines(db, before(DEADLINE_RETENTION_DAYS))
}
