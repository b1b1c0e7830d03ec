import { sql } from 'kysely'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Reader, Tx } from '../../../db/transaction'
import type { AddonUnits } from '../../../domain/pricing/addon-lines'
import { invalid } from '../../../http/refusal'

interface Wanted extends Pick<Reservation, 'legs' | 'addons'> {
  /** The reservation itself, whose own units do not stand in its way; none when it is new. */
  id?: string
}

interface Stock {
  addon_id: string
  code: string
  /** On the journey that has the fewest left. */
  left: number
}

/**
 * Refuses more of an add-on than a journey still has. The journeys are locked by whoever takes seats on them, so two sales
 * at once see each other.
 * @throws Refusal validation, with the add-on that ran out and how many are left
 */
export async function refuseBeyondStock(
  tx: Tx,
  { id, legs, addons }: Wanted,
  sold: readonly AddonUnits[],
): Promise<void> {
  if (sold.length === 0) return
  const { rows } = await sql<Stock>`
    select a.id as addon_id, a.code, (a.stock_per_journey - coalesce(max(t.units), 0))::int as left
    from addons a left join (
      select l.journey_id, u.addon_id, sum(u.units) as units
      from reservation_legs l join reservations r on r.id = l.reservation_id
      cross join jsonb_to_recordset(r.addon_units) u (addon_id uuid, units int)
      where l.journey_id = any(${legs.map((leg) => leg.journey_id)}::uuid[]) and r.id is distinct from ${id ?? null}::uuid
        and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded')
      group by l.journey_id, u.addon_id
    ) t on t.addon_id = a.id
    where a.id = any(${sold.map(({ addon_id }) => addon_id)}::uuid[]) and a.stock_per_journey is not null
    group by a.id order by a.code`.execute(tx)
  const issues = rows.flatMap(({ addon_id, code, left }): FieldIssue[] => {
    const units = sold.reduce((sum, each) => sum + (each.addon_id === addon_id ? each.units : 0), 0)
    if (units <= left) return []
    const place = addons.findIndex((wish) => wish.addon_id === addon_id)
    if (place < 0)
      return [
        {
          path: 'legs',
          message: `${code} belongs to every reservation, and too few are left on this journey: choose another one.`,
        },
      ]
    const message =
      left <= 0
        ? 'This add-on is sold out on this journey: leave it out.'
        : `Only ${left} of this add-on are left on this journey: choose fewer.`
    return [{ path: `addons.${place}.quantity`, message }]
  })
  if (issues.length > 0) throw invalid(issues, 'sold_out')
}

/** The add-ons that were sold with a reservation. */
export async function soldAddons(reader: Reader, id: string): Promise<AddonUnits[]> {
  const { rows } = await sql<{ addon_units: AddonUnits[] }>`
    select addon_units from reservations where id = ${id}`.execute(reader)
  return rows[0]?.addon_units ?? []
}
