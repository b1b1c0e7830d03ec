import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { Step, Values } from '../../../crud/store-options'
import { statusAfter } from '../../../domain/reservations/party'
import type { Context } from '../../../kernel/context'
import { wrongStateAt } from '../../../http/refusal'
import { aboardFor } from '../repository/addons'
import { readBeforeDirection, storeBeforeDirection, type BeforeDirection } from '../repository/before-direction'
import { replaceLegs } from '../repository/records'
import { keepSnapshot, priceColumns } from '../repository/snapshots'
import { travelColumns } from './columns'
import { marksWithout } from './direction-marks'
import { withoutDirection } from './price-change'
import { travelling } from './purchases'
import { lockChangedLegs, reseat } from './seats'

/** Cancels one direction for the operator's own reasons. It costs nothing, and the other one keeps its price. */
export const cancelDirectionByOperator =
  (
    { direction, reason }: { direction: ReservationLeg['direction']; reason: string },
    context: Context,
  ): Step<Reservation> =>
  async (tx, current) => {
    const legs = current.legs.filter((leg) => leg.direction !== direction)
    const cancelled_from = await storeBeforeDirection(tx, current)
    const changedLegs = await lockChangedLegs(tx, current, legs, context)
    const price = await withoutDirection(tx, current, { left: changedLegs.left, direction }, context)
    const aboard = await aboardFor(tx, { legs, passengers: travelling(current) }, price.addons)
    await reseat(tx, current, changedLegs, aboard, context)
    await keepSnapshot(tx, current, context)
    await replaceLegs(tx, current.id, legs)
    const marks = await marksWithout(tx, current, direction)
    return {
      action: direction === 'return' ? 'way_back_cancelled' : 'way_there_cancelled',
      reason,
      values: {
        ...price.columns,
        ...aboard,
        ...travelColumns(changedLegs.sold, current),
        status: statusAfter(current.status, marks),
        cancelled_from,
      },
    }
  }

/**
 * Reverts the operator's cancellation of a direction, at the price before it.
 * @throws Refusal invalid_state where the reservation was changed since, or sold_out where the seats were sold again
 */
export const restoreDirection =
  (reason: string, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const before = await readBeforeDirection(tx, current.id)
    if (!before || before.price_version !== current.price_version)
      throw wrongStateAt(
        'status',
        sentence`${current.reference} has been changed since: add the direction to it again.`,
      )
    const changedLegs = await lockChangedLegs(tx, current, before.legs, context)
    const aboard = await aboardFor(tx, { legs: before.legs, passengers: travelling(current) }, before.addon_units)
    await reseat(tx, current, changedLegs, aboard, context)
    await keepSnapshot(tx, current, context)
    await replaceLegs(tx, current.id, before.legs)
    return {
      action: 'cancellation_undone',
      reason,
      values: { ...restored(current, before), ...aboard, ...travelColumns(changedLegs.sold, current) },
    }
  }

const restored = (current: Reservation, before: BeforeDirection): Values => ({
  ...priceColumns(current, before.price_lines, before.price_hash ?? undefined),
  commission_minor: before.commission_minor,
  addons: before.addons,
  addon_units: JSON.stringify(before.addon_units),
  kept_sale: before.kept_sale === null ? null : JSON.stringify(before.kept_sale),
  cancelled_from: null,
})
