import { externalIdOf, type Run } from '../plan/runs'
import { Fault } from '../read/issues'
import { insertJourneys, linkedJourneys, lockJourneys, retimeJourneys, type JourneyState } from '../repository/journeys'
import { reopenSales } from '../repository/gone'
import { saveLinks, type NewLink } from '../repository/links'
import { stoppedSale } from './gone'
import { JourneyRows, type Item, type Timetable } from './journey-rows'
import type { Writing } from './writing'

/** Approximate maximum of calls per statement, so that it takes well under a second. Journeys are not split. */
const CALLS_PER_BATCH = 10_000

/**
 * Creates new journeys and applies new times to those with a changed trip. A journey with sold or held seats, an assignment,
 * an allotment or a delay, or one that is under way or over, stays unchanged with a warning.
 * Sale that was closed because a journey had gone reopens when the feed contains it again.
 * Single journeys get no audit event, as there may be hundreds of thousands: the import's own event has their number, and
 * `import_links` lists each.
 */
export async function writeJourneys(
  writing: Writing,
  timetable: Timetable,
  onDone: (share: number) => void,
): Promise<void> {
  const rows = new JourneyRows(timetable)
  const total = timetable.runs.reduce((sum, run) => sum + run.trip.trip.dates.length, 0)
  let done = 0
  for (const batch of itemBatches(timetable.runs)) {
    await writeBatch(writing, timetable, rows, batch)
    done += batch.length
    onDone(done / total)
  }
}

/** Groups all dates of one run, so that its calls are sent once. */
function* itemBatches(runs: readonly Run[]): Generator<Item[]> {
  let batch: Item[] = []
  let calls = 0
  for (const run of runs)
    for (const date of run.trip.trip.dates) {
      batch.push({ run, date, externalId: externalIdOf(run, date) })
      calls += run.trip.calls.length
      if (calls < CALLS_PER_BATCH) continue
      yield batch
      batch = []
      calls = 0
    }
  if (batch.length > 0) yield batch
}

async function writeBatch(
  writing: Writing,
  { terms }: Timetable,
  rows: JourneyRows,
  batch: readonly Item[],
): Promise<void> {
  const { tx, source, counts } = writing
  const ids = batch.map((item) => item.externalId)
  const links = await linkedJourneys(tx, source, ids)
  const items = batch.filter(({ run }) => !rows.routeOf(run)?.isRetired)
  const created = items.filter((item) => !links.has(item.externalId))
  const changed = items.flatMap((item) => {
    const link = links.get(item.externalId)
    const known = link && (stoppedSale(link.fingerprint)?.fingerprint ?? link.fingerprint)
    return link && known !== item.run.fingerprint ? [{ ...item, recordId: link.recordId }] : []
  })
  const back = items.flatMap((item) => {
    const link = links.get(item.externalId)
    const stopped = link && stoppedSale(link.fingerprint)
    return link && stopped ? [{ externalId: item.externalId, recordId: link.recordId, ...stopped }] : []
  })
  const isChanged = new Set(changed.map((item) => item.externalId))
  const onlyBack = back.filter((item) => !isChanged.has(item.externalId)).length
  counts.journeys.skipped += batch.length - items.length
  counts.journeys.updated += onlyBack
  counts.journeys.unchanged += items.length - created.length - changed.length - onlyBack

  const { calls, tripNumbers } = rows.tripCalls(created)
  const journeys = await rows.create(tx, created, tripNumbers)
  await insertJourneys(tx, journeys, calls, terms)
  counts.journeys.created += journeys.length
  const newLinks = created.map(({ externalId, run }, index): NewLink => ({
    externalId,
    recordId: journeys[index]?.id ?? '',
    fingerprint: run.fingerprint,
  }))
  await reopenSales(tx, writing.context, back)
  await saveLinks(tx, source, 'journeys', back)
  await saveLinks(tx, source, 'journeys', [...newLinks, ...(await retime(writing, rows, changed))])
}

async function retime(
  { tx, counts, issues }: Writing,
  rows: JourneyRows,
  items: readonly (Item & { recordId: string })[],
): Promise<NewLink[]> {
  const ids = items.map((item) => item.recordId)
  const states = await lockJourneys(tx, ids)
  const free = items.filter(({ run, recordId }) => {
    const state = states.get(recordId)
    const reason = state && reasonToKeep(state)
    if (state && reason)
      issues.warn({ file: 'trips.txt', line: run.trip.trip.line }, journeyRetained(state.code, reason))
    return state && !reason
  })
  const { calls, tripNumbers } = rows.tripCalls(free)
  const journeys = free.map((item) => rows.row(item, item.recordId, states.get(item.recordId)?.code ?? '', tripNumbers))
  await retimeJourneys(tx, journeys, calls)
  counts.journeys.updated += free.length
  counts.journeys.skipped += items.length - free.length
  return free.map(({ externalId, recordId, run }) => ({ externalId, recordId, fingerprint: run.fingerprint }))
}

function reasonToKeep(state: JourneyState): string | undefined {
  if (state.peak_load > 0) return 'seats on it are sold or held'
  if (state.is_assigned) return 'a vehicle, a person or another company is assigned to it'
  if (state.has_allotment) return 'seats on it are promised to a partner'
  if (state.delay_min !== 0) return 'it has a delay'
  if (!['draft', 'scheduled'].includes(state.service_status))
    return `it is ${state.service_status.replaceAll('_', ' ')}`
  return undefined
}

const journeyRetained = (code: string, reason: string) =>
  new Fault(
    'journey_kept',
    `The feed has other times for ${code}, but ${reason}. It stays as it was.`,
    'Release it and import again.',
    { code, reason },
  )
