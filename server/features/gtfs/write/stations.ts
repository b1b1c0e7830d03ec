import { uuidv7 } from 'uuidv7'
import { audit, diff } from '../../../kernel/audit'
import { Codes } from '../plan/codes'
import type { StationPlan } from '../plan/stations'
import { auditCreations } from '../repository/events'
import { linksOf, NEVER_IMPORTED, saveLinks, type Link } from '../repository/links'
import {
  insertStations,
  stationCodes,
  stationsById,
  stationsByReference,
  updateStation,
  type NewStation,
} from '../repository/stations'
import type { Writing } from './writing'

const CODE_MAX_CHARS = 12

/**
 * Creates new stations and updates those with a changed row in the feed. Fields added by staff (other languages, address,
 * status …) stay. An unlinked station with the feed's reference is adopted.
 * @returns station ids by external id
 */
export async function writeStations(writing: Writing, plans: readonly StationPlan[]): Promise<Map<string, string>> {
  const { tx, source } = writing
  const links = await knownStations(writing, plans)
  const ids = new Map(plans.map((plan) => [plan.externalId, links.get(plan.externalId)?.recordId ?? uuidv7()]))
  const parentOf = (plan: StationPlan) =>
    plan.parentExternalId === null ? null : (ids.get(plan.parentExternalId) ?? null)
  const created = plans.filter((plan) => !links.has(plan.externalId))
  const changed = plans.filter((plan) => isChanged(plan, links.get(plan.externalId)))

  await createStations(writing, created, ids, parentOf)
  for (const plan of changed) await updateFromFeed(writing, plan, ids.get(plan.externalId) ?? '', parentOf(plan))
  const saved = [...created, ...changed]
  await saveLinks(
    tx,
    source,
    'stations',
    saved.map(({ externalId, fingerprint }) => ({ externalId, fingerprint, recordId: ids.get(externalId) ?? '' })),
  )
  writing.counts.stations.unchanged += plans.length - saved.length
  return ids
}

const scheme = (source: string) => `gtfs:${source}`
const isChanged = (plan: StationPlan, link: Link | undefined) =>
  link !== undefined && link.fingerprint !== plan.fingerprint

async function knownStations({ tx, source }: Writing, plans: readonly StationPlan[]): Promise<Map<string, Link>> {
  const links = await linksOf(
    tx,
    source,
    'stations',
    plans.map((plan) => plan.externalId),
  )
  const unlinked = plans.filter((plan) => !links.has(plan.externalId) && plan.reference !== null)
  const adopted = await stationsByReference(
    tx,
    scheme(source),
    unlinked.map((plan) => plan.externalId),
  )
  for (const [externalId, recordId] of adopted) links.set(externalId, { recordId, fingerprint: NEVER_IMPORTED })
  return links
}

async function createStations(
  { tx, context, source, counts }: Writing,
  plans: readonly StationPlan[],
  ids: ReadonlyMap<string, string>,
  parentOf: (plan: StationPlan) => string | null,
): Promise<void> {
  if (plans.length === 0) return
  const codes = new Codes(await stationCodes(tx), CODE_MAX_CHARS)
  const stations = plans.map((plan): NewStation => ({
    id: ids.get(plan.externalId) ?? '',
    code: codes.next(plan.requestedCodes),
    parent_station_id: parentOf(plan),
    ...plan.values,
    external_refs: plan.reference === null ? [] : [{ scheme: scheme(source), value: plan.reference }],
  }))
  await insertStations(tx, stations)
  await auditCreations(
    tx,
    context,
    'stations',
    stations.map(({ id, ...values }) => ({ id, label: values.code, values })),
  )
  counts.stations.created += stations.length
}

async function updateFromFeed(
  { tx, context, counts }: Writing,
  plan: StationPlan,
  id: string,
  parentId: string | null,
): Promise<void> {
  const current = (await stationsById(tx, [id])).get(id)
  if (!current) return
  const next = { ...plan.values, name: { ...current.name, ...plan.values.name }, parent_station_id: parentId }
  const changes = diff({ ...current }, next, Object.keys(next))
  if (changes.length === 0) {
    counts.stations.unchanged += 1
    return
  }
  await updateStation(tx, id, next)
  await audit(tx, context, {
    action: 'stations.updated',
    entity: { type: 'stations', id, label: current.code },
    changes,
    isPartOfJob: true,
  })
  counts.stations.updated += 1
}
