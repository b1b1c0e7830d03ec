import { choice, sentence, type Sentence } from '../../../../contract/core/sentence'
import type { Journey } from '../../../../contract/entities/journey'
import { release } from '../../../kernel/allocations'
import { expireHolds } from '../../../kernel/expire-holds'
import type { Tx } from '../../../db/transaction'
import { DELETABLE } from '../../../domain/journeys/service-status'
import { ACTIVE } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { Refusal, refusedDeletion } from '../../../http/refusal'
import { deleteTestTrips, reservationsOn } from '../repository/progress'
import { refuseFarmedOut } from './operator'

/** Refuses to cancel a journey that still has active reservations. */
export async function refusePassengers(tx: Tx, { id, code }: Journey, context: Context): Promise<void> {
  await expireHolds(tx, context, [id])
  await refuseWhile(tx, id, ACTIVE, (count) =>
    count === 1
      ? sentence`1 reservation is still on ${code}. Move or cancel it first.`
      : sentence`${count} reservations are still on ${code}. Move or cancel them first.`,
  )
}

/** Deletes a journey. Journeys that ran, have an operating company or were ever booked stay in the records. */
export async function deleteJourney(tx: Tx, current: Journey): Promise<void> {
  const { id, service_status: status } = current
  if (!DELETABLE.includes(status))
    throw refusedDeletion(
      'on_record',
      sentence`This journey is ${choice('serviceStatuses', status)}, so it stays on record and cannot be deleted.`,
    )
  refuseFarmedOut(current)
  await deleteTestTrips(tx, id)
  await refuseWhile(tx, id, null, () => sentence`This journey has reservations. Cancel it instead.`)
  await release(tx, 'journey', id)
}

async function refuseWhile(
  tx: Tx,
  journeyId: string,
  statuses: readonly string[] | null,
  detail: (count: number) => Sentence,
): Promise<void> {
  const { count, examples } = await reservationsOn(tx, journeyId, statuses)
  if (count === 0) return
  throw new Refusal('still_referenced', detail(count), { blockers: [{ resource: 'reservations', count, examples }] })
}
