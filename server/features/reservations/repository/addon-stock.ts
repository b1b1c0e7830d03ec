import { sql } from 'kysely'
import { unitsOnJourney } from '../../../../contract/addon-units'
import type { Addon } from '../../../../contract/entities/addon'
import type { FieldIssue } from '../../../../contract/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Tx } from '../../../db/transaction'
import { invalid } from '../../../http/refusal'

interface Wanted {
  /** The reservation itself, whose own units do not stand in its way; none when it is new. */
  id?: string
  addons: Reservation['addons']
  /** Who travels. */
  passengers: readonly unknown[]
}

type Stocked = Pick<Addon, 'id' | 'pricing' | 'stock_per_journey'>

/**
 * Refuses more of an add-on than a journey still has. The journeys are locked by whoever takes seats on them, so two sales
 * at once see each other.
 * @throws Refusal validation, with the add-on that ran out and how many are left
 */
export async function refuseBeyondStock(
  tx: Tx,
  wanted: Wanted,
  journeyIds: readonly string[],
  addons: readonly Stocked[],
): Promise<void> {
  const limited = addons.flatMap((addon) => {
    const { id, stock_per_journey: stock } = addon
    const wishes = wanted.addons.filter(({ addon_id }) => addon_id === id)
    if (stock === null || wishes.length === 0) return []
    const index = wanted.addons.findIndex(({ addon_id }) => addon_id === id)
    const units = wishes.reduce((sum, wish) => sum + unitsOnJourney(addon, wish.quantity, wanted.passengers.length), 0)
    return [{ addon, index, stock, units }]
  })
  if (limited.length === 0) return
  const { rows } = await sql<Sold>`
    select l.journey_id, a->>'addon_id' as addon_id, (a->>'quantity')::int as quantity,
      (select count(*)::int from reservation_passengers p where p.reservation_id = r.id and p.status <> 'cancelled')
        as passengers
    from reservation_legs l
    join reservations r on r.id = l.reservation_id
    cross join jsonb_array_elements(r.addons) a
    where l.journey_id = any(${journeyIds}::uuid[]) and r.id is distinct from ${wanted.id ?? null}::uuid
      and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded')
      and a->>'addon_id' = any(${limited.map(({ addon }) => addon.id)}::text[])`.execute(tx)
  const issues = limited.flatMap(({ addon, index, stock, units }): FieldIssue[] => {
    const left = Math.max(0, stock - mostSold(addon, rows))
    if (units <= left) return []
    const message =
      left === 0
        ? 'This add-on is sold out on this journey: leave it out.'
        : `Only ${left} of this add-on are left on this journey: choose fewer.`
    return [{ path: `addons.${index}.quantity`, message }]
  })
  if (issues.length > 0) throw invalid(issues, 'sold_out')
}

interface Sold {
  journey_id: string
  addon_id: string
  quantity: number
  passengers: number
}

/** How many are sold on the journey that has the fewest left. */
function mostSold(addon: Stocked, rows: readonly Sold[]): number {
  const onJourney = new Map<string, number>()
  for (const { journey_id, addon_id, quantity, passengers } of rows)
    if (addon_id === addon.id)
      onJourney.set(journey_id, (onJourney.get(journey_id) ?? 0) + unitsOnJourney(addon, quantity, passengers))
  return Math.max(0, ...onJourney.values())
}

/** As `refuseBeyondStock`, of the stocks as they are now, which are not those of the sale. */
export async function refuseBeyondStockNow(tx: Tx, wanted: Wanted, journeyIds: readonly string[]): Promise<void> {
  if (wanted.addons.length === 0) return
  const wished = wanted.addons.map(({ addon_id }) => addon_id)
  const { rows } = await sql<Stocked>`
    select id, pricing, stock_per_journey from addons where id = any(${wished}::uuid[])`.execute(tx)
  await refuseBeyondStock(tx, wanted, journeyIds, rows)
}
