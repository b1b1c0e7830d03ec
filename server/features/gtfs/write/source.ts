import {
  GTFS_REPORT_MAX_CHANGES,
  type ImportSource,
  type SourceReason,
} from '../../../../contract/operations/timetable-report'
import type { I18nText } from '../../../../contract/core/scalars'
import { sentence } from '../../../../contract/core/sentence'
import { changesOf, matchSource, type KnownSource, type StopChange } from '../../../domain/timetable/feed-source'
import { refusedAt, unknownReference } from '../../../http/refusal'
import type { Reader, Tx } from '../../../db/transaction'
import { feedShape } from '../plan/feed-shape'
import { firstFree, sourceName } from '../plan/feed-key'
import type { ImportPlan } from '../plan/import'
import { Fault } from '../read/issues'
import { completeSources, insertSource, readKnownSource, readSources, type Source } from '../repository/sources'
import { stationsById } from '../repository/stations'

/** What a user decided about the source of a feed. */
export interface SourceRequest {
  sourceId: string | null
  newSourceName: string | null
  /** True moves and renames stations as the feed says. */
  acceptMoves: boolean
}

export interface ChosenSource {
  source: Source
  report: ImportSource
}

/**
 * Returns the source that a feed is an edition of: the requested one, or the one with which its stops and routes agree.
 * A feed of no known source gets a new one.
 * @throws Refusal validation for an unknown source; already_exists for the name of another source
 */
export async function chooseSource(tx: Tx, plan: ImportPlan, request: SourceRequest): Promise<ChosenSource> {
  await completeSources(tx)
  const sources = await readSources(tx)
  refuseUnknown(sources, request)
  const shape = feedShape(plan)
  const routeIds = shape.routes.map((route) => route.id)
  if (request.newSourceName !== null) return createSource(tx, plan, sources, request.newSourceName, 'chosen')
  const requested = sources.find((source) => source.id === request.sourceId)
  if (requested) {
    const changes = changesOf(shape, await readKnownSource(tx, requested, routeIds))
    const requires = changes.length > 0 && !request.acceptMoves ? 'moves' : null
    return reported(tx, plan, requested, { verdict: 'same', reason: 'chosen', requires, changes })
  }
  const known: KnownSource[] = []
  for (const source of sources) known.push(await readKnownSource(tx, source, routeIds))
  const { verdict, source: match, reason, changes } = matchSource(shape, known)
  const source = sources.find(({ id }) => id === match?.id)
  if (!source) return createSource(tx, plan, sources, null, reason)
  const isAccepted = reason === 'stops_changed' && request.acceptMoves
  const open = reason === 'stops_changed' ? 'moves' : 'source'
  return reported(tx, plan, source, {
    verdict,
    reason,
    requires: verdict === 'ask' && !isAccepted ? open : null,
    changes,
  })
}

/** Checks a request before its import starts. @throws Refusal validation, already_exists */
export async function checkSource(reader: Reader, request: SourceRequest): Promise<void> {
  refuseUnknown(await readSources(reader), request)
}

function refuseUnknown(sources: readonly Source[], { sourceId, newSourceName }: SourceRequest): void {
  if (sourceId !== null && !sources.some(({ id }) => id === sourceId)) throw unknownReference('source_id', 'source')
  if (newSourceName !== null && sources.some(({ name }) => isSame(name, newSourceName)))
    throw refusedAt(
      'already_exists',
      'new_source_name',
      sentence`There is a source ${newSourceName} already. Send its id as source_id, or choose another name.`,
    )
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

async function createSource(
  tx: Tx,
  { feed: { head }, key }: ImportPlan,
  sources: readonly Source[],
  name: string | null,
  reason: SourceReason,
): Promise<ChosenSource> {
  const source = await insertSource(tx, {
    key: firstFree(key, '-', (text) => sources.some((other) => other.key === text)),
    name: name ?? firstFree(sourceName(head), ' ', (text) => sources.some((other) => isSame(other.name, text))),
  })
  const report = { id: null, name: source.name, is_own: false, verdict: 'new' as const, reason, requires: null }
  return { source, report: { ...report, changes: [], changes_total: 0 } }
}

async function reported(
  tx: Tx,
  { stations }: ImportPlan,
  source: Source,
  { changes, ...match }: Pick<ImportSource, 'verdict' | 'reason' | 'requires'> & { changes: readonly StopChange[] },
): Promise<ChosenSource> {
  const listed = changes.slice(0, GTFS_REPORT_MAX_CHANGES)
  const current = await stationsById(
    tx,
    listed.map(({ known }) => known.recordId),
  )
  const names = new Map<string, I18nText>(stations.map(({ externalId, values }) => [externalId, values.name]))
  return {
    source,
    report: {
      id: source.id,
      name: source.name,
      is_own: source.isOwn,
      ...match,
      changes: listed.flatMap(({ stop, known, movedM }) => {
        const station = current.get(known.recordId)
        const after = names.get(stop.id)
        if (!station || !after) return []
        const moved = movedM === null ? null : Math.round(movedM)
        return [{ id: station.id, code: station.code, before: station.name, after, moved_m: moved }]
      }),
      changes_total: changes.length,
    },
  }
}

/** Returns why an import without a decision is refused. */
export function undecided({ name, requires, changes_total: count }: ImportSource): Fault | null {
  if (requires === 'source') return sourceUnclear(name)
  return requires === 'moves' ? stationsChange(name, count) : null
}

const sourceUnclear = (source: string) =>
  new Fault(
    'source_unclear',
    `The feed may be an edition of ${source}, or come from another operator.`,
    `Choose its source, or name a new one (source_id or new_source_name).`,
    { source },
  )
const stationsChange = (source: string, count: number) =>
  new Fault(
    'stations_change',
    `As an edition of ${source}, the feed would move or rename stations: ${count}.`,
    'Accept this (accept_moves), or name a new source if the feed comes from another operator (new_source_name).',
    { source, count },
  )
