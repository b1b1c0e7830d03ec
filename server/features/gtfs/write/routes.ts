import { uuidv7 } from 'uuidv7'
import { audit, diff } from '../../../kernel/audit'
import { Codes } from '../plan/codes'
import type { PatternPlan, RoutePlan } from '../plan/routes'
import { Fault } from '../read/issues'
import { auditCreations } from '../repository/events'
import { linksOf, saveLinks } from '../repository/links'
import {
  insertPatterns,
  insertRoutes,
  patternsOf,
  routeCodes,
  routesById,
  showPattern,
  updateRoute,
  type NewPattern,
  type StoredRoute,
} from '../repository/routes'
import type { Writing } from './writing'

const CODE_MAX_CHARS = 32

export interface WrittenRoute {
  id: string
  code: string
  isRetired: boolean
}

export interface WrittenRoutes {
  byExternalId: Map<string, WrittenRoute>
  /** Pattern version for the journeys of each planned pattern. */
  versionOf: Map<PatternPlan, number>
}

/**
 * Creates new routes and updates those with a changed name or colour in the feed.
 * Every stop sequence on the requested dates becomes a pattern version; existing patterns are reused and never changed.
 * A route without stops shows its most used pattern and becomes active. For a route with stops, staff decide which pattern
 * it shows: manually created journeys use that one.
 */
export async function writeRoutes(
  writing: Writing,
  plans: readonly RoutePlan[],
  stationIds: ReadonlyMap<string, string>,
): Promise<WrittenRoutes> {
  const { tx, source, counts } = writing
  const links = await linksOf(
    tx,
    source,
    'routes',
    plans.map((plan) => plan.externalId),
  )
  const ids = new Map(plans.map((plan) => [plan.externalId, links.get(plan.externalId)?.recordId ?? uuidv7()]))
  const idOf = (plan: RoutePlan) => ids.get(plan.externalId) ?? ''
  const created = plans.filter((plan) => !links.has(plan.externalId))
  const changed = plans.filter(
    (plan) => links.has(plan.externalId) && links.get(plan.externalId)?.fingerprint !== plan.fingerprint,
  )

  await createRoutes(writing, created, idOf)
  const stored = await routesById(tx, [...ids.values()])
  const updated = new Set<string>()
  for (const plan of changed)
    if (await updateFromFeed(writing, plan, stored.get(idOf(plan)))) updated.add(plan.externalId)
  const versionOf = await writePatterns(writing, plans, idOf, stationIds)
  for (const plan of plans) {
    const route = stored.get(idOf(plan))
    const isNew = !links.has(plan.externalId)
    const [mostUsed] = plan.patterns
    if (!route || !mostUsed || route.stop_count > 0) continue
    await showPattern(tx, route.id, currentPattern(mostUsed, versionOf.get(mostUsed) ?? 1, stationIds), isNew)
    if (!isNew) updated.add(plan.externalId)
  }
  const saved = [...created, ...changed]
  await saveLinks(
    tx,
    source,
    'routes',
    saved.map((plan) => ({ externalId: plan.externalId, fingerprint: plan.fingerprint, recordId: idOf(plan) })),
  )
  counts.routes.created += created.length
  counts.routes.updated += updated.size
  counts.routes.unchanged += plans.length - created.length - updated.size
  warnOfIdleRoutes(writing, created)
  return {
    byExternalId: new Map(plans.map((plan) => [plan.externalId, written(stored.get(idOf(plan)), idOf(plan))])),
    versionOf,
  }
}

const written = (route: StoredRoute | undefined, id: string): WrittenRoute => ({
  id,
  code: route?.code ?? '',
  isRetired: route?.status === 'retired',
})

async function createRoutes(
  { tx, context }: Writing,
  plans: readonly RoutePlan[],
  idOf: (plan: RoutePlan) => string,
): Promise<void> {
  if (plans.length === 0) return
  const codes = new Codes(await routeCodes(tx), CODE_MAX_CHARS)
  const routes = plans.map((plan) => ({ id: idOf(plan), code: codes.next(plan.requestedCodes), ...plan.values }))
  await insertRoutes(tx, routes)
  await auditCreations(
    tx,
    context,
    'routes',
    routes.map(({ id, ...values }) => ({ id, label: values.code, values })),
  )
}

async function updateFromFeed(
  { tx, context }: Writing,
  plan: RoutePlan,
  current: StoredRoute | undefined,
): Promise<boolean> {
  if (!current) return false
  const next = { color: plan.values.color, name: { ...current.name, ...plan.values.name } }
  const changes = diff({ ...current }, next, Object.keys(next))
  if (changes.length === 0) return false
  await updateRoute(tx, current.id, next)
  await audit(tx, context, {
    action: 'routes.updated',
    entity: { type: 'routes', id: current.id, label: current.code },
    changes,
    isPartOfJob: true,
  })
  return true
}

async function writePatterns(
  { tx, counts }: Writing,
  plans: readonly RoutePlan[],
  idOf: (plan: RoutePlan) => string,
  stationIds: ReadonlyMap<string, string>,
): Promise<Map<PatternPlan, number>> {
  const known = await patternsOf(tx, plans.map(idOf))
  const versionOf = new Map<PatternPlan, number>()
  const created: NewPattern[] = []
  const empty: { routeId: string; version: number }[] = []
  for (const plan of plans) {
    const routeId = idOf(plan)
    const versions = new Map(
      (known.get(routeId) ?? []).map(({ version, stationIds: stations }) => [stations.join(' '), version]),
    )
    const highest = Math.max(0, ...versions.values())
    let next = versions.get('') ?? highest + 1
    for (const pattern of plan.patterns) {
      const stations = pattern.stops.map((stop) => stationIds.get(stop) ?? '')
      const version = versions.get(stations.join(' '))
      versionOf.set(pattern, version ?? next)
      if (version !== undefined) continue
      created.push({ routeId, version: next, plan: pattern, stationIds: stations })
      next = Math.max(highest, next) + 1
    }
    if (versions.size === 0 && plan.patterns.length === 0) empty.push({ routeId, version: 1 })
  }
  await insertPatterns(tx, [...created, ...empty.map((pattern) => ({ ...pattern, plan: NO_STOPS, stationIds: [] }))])
  counts.patterns.created += created.length
  counts.patterns.unchanged += versionOf.size - created.length
  return versionOf
}

const currentPattern = ({ stops }: PatternPlan, version: number, stationIds: ReadonlyMap<string, string>) => ({
  pattern_version: version,
  stop_count: stops.length,
  origin_station_id: stationIds.get(stops[0] ?? '') ?? null,
  destination_station_id: stationIds.get(stops.at(-1) ?? '') ?? null,
})

function warnOfIdleRoutes({ issues }: Writing, created: readonly RoutePlan[]): void {
  const idle = created.filter((plan) => plan.patterns.length === 0).length
  if (idle > 0) issues.warn({ file: 'routes.txt' }, idleRoutes(idle))
}

const NO_STOPS: PatternPlan = { stops: [], offsets: [], pickups: [], dropOffs: [], approximate: [], runs: 0 }
const idleRoutes = (count: number) =>
  new Fault(
    'routes_idle',
    count === 1
      ? '1 new route has no journey on these dates and is a draft without stops.'
      : `${count} new routes have no journey on these dates and are drafts without stops.`,
    'Import a date that they run on to give them their stops.',
  )
