import { sql } from 'kysely'
import type { Addon } from '../../../../contract/entities/addon'
import type { FieldIssue } from '../../../../contract/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Tx } from '../../../db/transaction'
import { invalid } from '../../../http/refusal'

interface Wanted {
  /** The reservation itself, whose own units do not stand in its way; none when it is new. */
  id?: string
  addons: Reservation['addons']
}

/**
 * Refuses more of an add-on than a journey still has. The journeys are locked by whoever takes seats on them, so two sales
 * at once see each other.
 * @throws Refusal validation, with the add-on that ran out and how many are left
 */
export async function refuseBeyondStock(
  tx: Tx,
  wanted: Wanted,
  journeyIds: readonly string[],
  addons: readonly Pick<Addon, 'id' | 'stock_per_journey'>[],
): Promise<void> {
  const limited = wanted.addons.flatMap(({ addon_id, quantity }, index) => {
    const stock = addons.find((addon) => addon.id === addon_id)?.stock_per_journey ?? null
    return stock === null ? [] : [{ addon_id, quantity, index, stock }]
  })
  if (limited.length === 0) return
  const { rows } = await sql<{ addon_id: string; sold: number }>`
    select addon_id, max(sold)::int as sold from (
      select l.journey_id, (a->>'addon_id') as addon_id, sum((a->>'quantity')::int) as sold
      from reservation_legs l
      join reservations r on r.id = l.reservation_id
      cross join jsonb_array_elements(r.addons) a
      where l.journey_id = any(${journeyIds}::uuid[]) and r.id is distinct from ${wanted.id ?? null}::uuid
        and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded')
        and a->>'addon_id' = any(${limited.map(({ addon_id }) => addon_id)}::text[])
      group by 1, 2) on_journey
    group by addon_id`.execute(tx)
  const issues = limited.flatMap(({ addon_id, quantity, index, stock }): FieldIssue[] => {
    const left = Math.max(0, stock - (rows.find((row) => row.addon_id === addon_id)?.sold ?? 0))
    if (quantity <= left) return []
    const message =
      left === 0
        ? 'This add-on is sold out on this journey: leave it out.'
        : `Only ${left} of this add-on are left on this journey: choose fewer.`
    return [{ path: `addons.${index}.quantity`, message }]
  })
  if (issues.length > 0) throw invalid(issues, 'sold_out')
}
