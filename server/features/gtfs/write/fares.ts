import { uuidv7 } from 'uuidv7'
import type { FarePlan } from '../plan/fares'
import { Fault } from '../read/issues'
import { fareKey, insertFares, takenFares, updateFares, type FareRow } from '../repository/fares'
import { linksOf, saveLinks } from '../repository/links'
import type { WrittenRoutes } from './routes'
import type { Writing } from './writing'

/**
 * Creates new fares and updates those with a changed price in the feed.
 * A fare entered by staff takes precedence over the feed's fare for the same pair.
 */
export async function writeFares(
  writing: Writing,
  plans: readonly FarePlan[],
  routes: WrittenRoutes,
  stationIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { tx, source, counts, issues } = writing
  if (plans.length === 0) return
  const links = await linksOf(
    tx,
    source,
    'fares',
    plans.map((plan) => plan.externalId),
  )
  const rows = plans.map((plan) => ({
    plan,
    link: links.get(plan.externalId),
    row: rowOf(plan, links.get(plan.externalId)?.recordId ?? uuidv7(), routes, stationIds),
  }))
  const taken = await takenFares(tx, [...new Set(rows.map(({ row }) => row.route_id))])
  const unlinked = rows.filter(({ link }) => !link)
  const created = unlinked.filter(({ row }) => !taken.has(fareKey(row)))
  const changed = rows.filter(({ link, plan }) => link && link.fingerprint !== plan.fingerprint)

  await insertFares(
    tx,
    created.map(({ row }) => row),
  )
  if (changed.length > 0)
    await updateFares(
      tx,
      changed.map(({ row }) => row),
    )
  await saveLinks(
    tx,
    source,
    'fares',
    [...created, ...changed].map(({ plan, row }) => ({
      externalId: plan.externalId,
      fingerprint: plan.fingerprint,
      recordId: row.id,
    })),
  )
  const retained = unlinked.length - created.length
  if (retained > 0) issues.warn({ file: 'fare_attributes.txt' }, faresRetained(retained))
  counts.fares.created += created.length
  counts.fares.updated += changed.length
  counts.fares.skipped += retained
  counts.fares.unchanged += rows.length - created.length - changed.length - retained
}

const rowOf = (
  plan: FarePlan,
  id: string,
  routes: WrittenRoutes,
  stationIds: ReadonlyMap<string, string>,
): FareRow => ({
  id,
  route_id: routes.byExternalId.get(plan.route)?.id ?? '',
  origin_station_id: plan.pair ? (stationIds.get(plan.pair.origin) ?? null) : null,
  destination_station_id: plan.pair ? (stationIds.get(plan.pair.destination) ?? null) : null,
  amount_minor: plan.amountMinor,
  currency: plan.currency,
})

const faresRetained = (count: number) =>
  new Fault(
    'fares_kept',
    `${count} ${count === 1 ? 'fare' : 'fares'} of the feed would duplicate existing fares.`,
    'The existing fares stay. To use those of the feed, delete them under Routes and import again.',
  )
