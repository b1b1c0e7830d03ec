import type { FieldIssue } from '../../../../../contract/core/entity'
import type { ReservationLeg } from '../../../../../contract/entities/reservation-parts'
import { sentence } from '../../../../../contract/core/sentence'
import type { Reader } from '../../../../db/transaction'
import { saleIssues } from '../../../../domain/reservations/sale'
import { Refusal, invalid, wrongState } from '../../../../http/refusal'
import { maySell, type Seller } from '../caller'
import { readJourneys } from '../repository/journeys'

/**
 * Refuses legs on routes outside the contract as if they did not exist.
 * @returns the journeys by id
 * @throws Refusal validation
 */
export async function refuseForeignRoutes(
  reader: Reader,
  legs: readonly ReservationLeg[],
  seller: Seller,
  now: Date,
): ReturnType<typeof readJourneys> {
  const journeys = await readJourneys(
    reader,
    legs.map((leg) => leg.journey_id),
    { partnerId: seller.id, now },
  )
  const issues = legs.flatMap((leg, index): FieldIssue[] => {
    const journey = journeys.get(leg.journey_id)
    if (journey && maySell(seller, journey.route_id)) return []
    return [
      { path: `legs.${index}.journey_id`, message: sentence`There is no such journey. Choose one from the search.` },
    ]
  })
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
  return journeys
}

/** Refuses legs that cannot be booked now. @throws Refusal validation, invalid_state or cutoff_passed */
export async function refuseOffSale(
  reader: Reader,
  legs: readonly ReservationLeg[],
  seller: Seller,
  now: Date,
): Promise<void> {
  const journeys = await refuseForeignRoutes(reader, legs, seller, now)
  for (const [index, leg] of legs.entries()) {
    const journey = journeys.get(leg.journey_id)
    if (!journey) continue
    const [board, alight] = [journey.calls.get(leg.board_seq), journey.calls.get(leg.alight_seq)]
    const [issue] = saleIssues(journey, board, alight, { now, isRequest: false, ignoresCutoff: false })
    if (!issue) continue
    const issues = [{ path: `legs.${index}.${issue.field}`, message: issue.message }]
    if (issue.cause === 'input') throw invalid(issues)
    if (issue.cause === 'state') throw wrongState(issues)
    throw new Refusal('cutoff_passed', issue.message)
  }
}
