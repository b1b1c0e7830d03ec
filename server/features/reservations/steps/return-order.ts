import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import { invalidAt } from '../../../http/refusal'
import { plannedSpans, type SoldLeg } from '../repository/journeys'

interface Trip {
  /** Id of the reservation; none for a new one. */
  id?: string
  return_of_id: Reservation['return_of_id']
}

/**
 * Refuses a return that is planned to leave before the outbound arrives, for a change of either.
 * @throws Refusal validation, at the field that decides the departure
 */
export async function refuseReturnBeforeOutbound(
  tx: Tx,
  { id, return_of_id }: Trip,
  { startsAt, endsAt, field }: { startsAt: string; endsAt: string; field: string },
): Promise<void> {
  const [out] = return_of_id === null ? [] : await plannedSpans(tx, 'id', return_of_id)
  if (out?.ends_at && Date.parse(startsAt) < Date.parse(out.ends_at))
    throw invalidAt(field, sentence`The return leaves before ${out.reference} has arrived: choose a later departure.`)
  if (id === undefined) return
  for (const back of await plannedSpans(tx, 'return_of_id', id))
    if (back.starts_at && Date.parse(back.starts_at) < Date.parse(endsAt))
      throw invalidAt(
        field,
        sentence`This arrives after ${back.reference}, its return, has left: change that one first.`,
      )
}

/** Returns the planned time of seats for `refuseReturnBeforeOutbound`. */
export const spanOfLegs = (legs: readonly SoldLeg[]) => ({
  startsAt: legs[0]?.board.planned_depart ?? '',
  endsAt: legs.at(-1)?.alight.planned_arrive ?? '',
  field: 'legs.0.journey_id',
})

/** Returns the planned time of a hire for `refuseReturnBeforeOutbound`. */
export const spanOfHire = ({ starts_at, ends_at }: Hire) => ({
  startsAt: starts_at,
  endsAt: ends_at,
  field: 'hire.starts_at',
})
