import { sentence } from '../../../../contract/core/sentence'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import { hasAddon, type AddonUnits } from '../../../domain/pricing/addon-lines'
import { invalid } from '../../../http/refusal'
import { stocksLeft } from '../repository/addons'

interface Wanted extends Pick<Reservation, 'legs' | 'addons'> {
  /** The reservation, whose own units are not counted. None for a new one. */
  id?: string
}

/**
 * Refuses more units of an add-on than a journey still has. Every sale locks its journeys first, so two concurrent sales
 * see each other's units.
 * @throws Refusal validation, with the add-on and the units left
 */
export async function refuseBeyondStock(
  tx: Tx,
  { id, legs, addons }: Wanted,
  sold: readonly AddonUnits[],
): Promise<void> {
  if (sold.length === 0) return
  const stocks = await stocksLeft(tx, id ?? null, legs, sold)
  const isOn = (leg: ReservationLeg, journeyId: string) => leg.journey_id.toLowerCase() === journeyId
  const short = stocks.filter(({ addon_id, journey_id, left }) => {
    const own = sold.filter(
      (each) =>
        each.addon_id === addon_id &&
        legs.some((leg, index) => isOn(leg, journey_id) && hasAddon(each, leg, index + 1)),
    )
    return own.reduce((sum, { units }) => sum + units, 0) > left
  })
  const issues = short.flatMap(({ addon_id, code, journey_id, left }, index): FieldIssue[] => {
    const tightest = short.filter((each) => each.addon_id === addon_id).sort((a, b) => a.left - b.left)[0]
    if (short[index] !== tightest) return []
    const directions = legs.filter((leg) => isOn(leg, journey_id)).map(({ direction }) => direction)
    const place = addons.findIndex(
      (request) => request.addon_id === addon_id && (!request.direction || directions.includes(request.direction)),
    )
    if (place < 0)
      return [
        {
          path: 'legs',
          message: sentence`${code} is part of every reservation, and too few are left on this journey: choose another journey.`,
        },
      ]
    const message =
      left <= 0
        ? sentence`This add-on is sold out on this journey: leave it out.`
        : sentence`Only ${left} of this add-on are left on this journey: choose fewer.`
    return [{ path: `addons.${place}.quantity`, message }]
  })
  if (issues.length > 0) throw invalid(issues, 'sold_out')
}
