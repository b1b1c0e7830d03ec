import { sentence, type Sentence, type SentenceValue } from '../../contract/core/sentence'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { uuidv7 } from 'uuidv7'
import type { Blocker } from '../../contract/core/problem'
import type {
  ABSENCE_KINDS,
  ALLOCATION_SOURCES,
  DOWNTIME_KINDS,
  RESOURCE_KINDS,
  Resource,
} from '../../contract/core/vocabulary'
import type { Reader, Tx } from '../db/transaction'

type Kind = (typeof RESOURCE_KINDS)[number]
type Source = (typeof ALLOCATION_SOURCES)[number]

/** Period `[from, to)`, in instants, in which a vehicle or a person is occupied. */
export interface Allocation {
  kind: Kind
  resourceId: string
  source: Source
  /** Id of the journey, reservation, downtime or absence that occupies the resource. */
  sourceId: string
  from: string
  /** Null = until further notice. */
  to: string | null
  state: 'tentative' | 'firm'
  /** Field of the caller's record under which a conflict is reported. */
  field: string
}

/** A vehicle or person is already occupied. The message names the conflicting job and its period for the user. */
export class ResourceBusy extends Error {
  constructor(
    readonly text: Sentence,
    /** Field of the requested record that names the vehicle or person. */
    readonly field: string,
    /** Conflicting jobs. */
    readonly blockers: Blocker[],
    /** Error code of the field. */
    readonly code: 'busy' | 'already_away' = 'busy',
  ) {
    super(String(text))
  }
}

const RESOURCE_OF: Record<Source, Resource> = {
  journey: 'journeys',
  hire: 'reservations',
  downtime: 'vehicle-downtimes',
  absence: 'staff-absences',
}

/**
 * Locks vehicles and people until the transaction ends, so that no other transaction allocates or changes them.
 * A caller that needs several locks requests them all in one call: the fixed lock order prevents deadlocks.
 */
export async function lockResources(
  tx: Tx,
  vehicleIds: readonly (string | null)[],
  staffIds: readonly (string | null)[],
): Promise<void> {
  for (const [table, ids] of [
    ['vehicles', vehicleIds],
    ['staff', staffIds],
  ] as const) {
    const wanted = ids.filter((id) => id !== null)
    if (wanted.length === 0) continue
    await sql`
      select 1 from ${sql.table(table)} where id = any(${wanted}::uuid[]) order by id for no key update`.execute(tx)
  }
}

/**
 * Allocates a vehicle or a person for a period.
 * @throws ResourceBusy naming the conflicting job
 */
export async function allocate(tx: Tx, allocation: Allocation): Promise<void> {
  const { kind, resourceId } = allocation
  await lockResources(tx, kind === 'vehicle' ? [resourceId] : [], kind === 'staff' ? [resourceId] : [])
  await refuseClash(tx, allocation)
  await tx
    .insertInto('resource_allocations')
    .values({
      id: uuidv7(),
      resource_kind: kind,
      resource_id: resourceId,
      source: allocation.source,
      source_id: allocation.sourceId,
      busy_from: allocation.from,
      busy_to: allocation.to,
      state: allocation.state,
    })
    .execute()
}

/**
 * Releases the allocations of a job. With `at`, an instant, allocations that began before it stay recorded and end at `at`
 * at the latest. All other allocations become `released`.
 */
export async function release(tx: Tx, source: Source, sourceId: string, at: string | null = null): Promise<void> {
  await sql`
    update resource_allocations set
      busy_to = case
        when busy_from < ${at}::timestamptz and (busy_to is null or busy_to > ${at}) then ${at}
        else busy_to
      end,
      state = case when busy_from < ${at}::timestamptz then state else 'released' end
    where source = ${source} and source_id = ${sourceId} and state <> 'released'`.execute(tx)
}

/**
 * Moves the end of a job's allocations to `to`, at most to the start of the resource's next job, so that allocations never
 * overlap. A late job may last longer than that: the conflict shows in the times of the two jobs.
 */
export async function stretch(tx: Tx, source: Source, sourceId: string, kind: Kind, to: string): Promise<void> {
  await sql`
    update resource_allocations a set busy_to = least(${to}::timestamptz, (
      select min(n.busy_from) from resource_allocations n
      where n.resource_kind = a.resource_kind and n.resource_id = a.resource_id and n.state <> 'released'
        and n.busy_from > a.busy_from
    ))
    where source = ${source} and source_id = ${sourceId} and resource_kind = ${kind} and state <> 'released'`.execute(
    tx,
  )
}

/** Allocates a vehicle or a person for a downtime or an absence. @throws ResourceBusy with all conflicting jobs */
export async function block(tx: Tx, allocation: Allocation): Promise<void> {
  try {
    await allocate(tx, allocation)
  } catch (error) {
    if (!(error instanceof ResourceBusy)) throw error
    const { kind, resourceId, from, to, field } = allocation
    const jobs = await jobsBetween(tx, kind, resourceId, from, to)
    throw new ResourceBusy(error.text, field, jobs ?? error.blockers, error.code)
  }
}

/** Returns current and later journeys and hires with a firm allocation of the vehicle or person; null without any. */
export const jobsAhead = (reader: Reader, kind: Kind, resourceId: string, now: Date): Promise<Blocker[] | null> =>
  jobsBetween(reader, kind, resourceId, now.toISOString(), null)

/** Returns firm journeys and hires that overlap `[from, to)`, instants; `to` null = unbounded. Names the first 20. */
async function jobsBetween(
  reader: Reader,
  kind: Kind,
  resourceId: string,
  from: string,
  to: string | null,
): Promise<Blocker[] | null> {
  const { rows } = await sql<Busy & { count: number }>`
    select ${BUSY_COLUMNS}, count(*) over (partition by a.source) as count from ${BUSY_TABLES}
    where a.resource_kind = ${kind} and a.resource_id = ${resourceId} and a.state = 'firm'
      and a.source in ('journey', 'hire')
      and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    order by a.busy_from limit 20`.execute(reader)
  const blockers = new Map<Source, Blocker>()
  for (const row of rows) {
    const blocker = blockers.get(row.source) ?? { resource: RESOURCE_OF[row.source], count: row.count, examples: [] }
    blocker.examples.push({ id: row.source_id, label: row.label })
    blockers.set(row.source, blocker)
  }
  return blockers.size > 0 ? [...blockers.values()] : null
}

interface Busy {
  source: Source
  source_id: string
  busy_from: string
  busy_to: string | null
  label: string
  timezone: string
}

const BUSY_COLUMNS = sql`a.source, a.source_id, a.busy_from, a.busy_to,
  coalesce(j.code, r.reference, d.kind, b.kind, a.source) as label, coalesce(j.timezone, company.timezone) as timezone`
const BUSY_TABLES = sql`resource_allocations a cross join company
  left join journeys j on a.source = 'journey' and j.id = a.source_id
  left join reservations r on a.source = 'hire' and r.id = a.source_id
  left join vehicle_downtimes d on a.source = 'downtime' and d.id = a.source_id
  left join staff_absences b on a.source = 'absence' and b.id = a.source_id`

async function refuseClash(tx: Tx, allocation: Allocation): Promise<void> {
  const { kind, resourceId, from, to, field } = allocation
  const inTheWay = sql`a.resource_kind = ${kind} and a.resource_id = ${resourceId} and a.state <> 'released'
    and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  // Conflicts are rare, so the label is read in a second statement.
  const { rows: clashes } = await sql`select 1 from resource_allocations a where ${inTheWay} limit 1`.execute(tx)
  if (clashes.length === 0) return
  const { rows } = await sql<Busy>`
    select ${BUSY_COLUMNS} from ${BUSY_TABLES} where ${inTheWay} order by a.busy_from limit 1`.execute(tx)
  const job = rows[0]
  if (!job) return
  const name = await nameOf(tx, kind, resourceId)
  const text = sentence`${factOf(name, job)} ${remedyOf(allocation, job)}`
  const examples = [{ id: job.source_id, label: job.label }]
  const code = isAway(allocation) && isAway(job) ? 'already_away' : 'busy'
  throw new ResourceBusy(text, field, [{ resource: RESOURCE_OF[job.source], count: 1, examples }], code)
}

const isAway = ({ source }: { source: Source }): boolean => source === 'downtime' || source === 'absence'

type FactText = (name: SentenceValue, span: Sentence) => Sentence

const AWAY_FACTS: Record<(typeof DOWNTIME_KINDS)[number] | (typeof ABSENCE_KINDS)[number], FactText> = {
  breakdown: (name, span) => sentence`${name} is out of service after a breakdown ${span}.`,
  maintenance: (name, span) => sentence`${name} is out of service for maintenance ${span}.`,
  inspection: (name, span) => sentence`${name} is out of service for an inspection ${span}.`,
  cleaning: (name, span) => sentence`${name} is out of service for cleaning ${span}.`,
  leave: (name, span) => sentence`${name} is on leave ${span}.`,
  sick: (name, span) => sentence`${name} is on sick leave ${span}.`,
  training: (name, span) => sentence`${name} is away for training ${span}.`,
}
const isAwayKind = (label: string): label is keyof typeof AWAY_FACTS => label in AWAY_FACTS

function factOf(name: SentenceValue, job: Busy): Sentence {
  const { source, label } = job
  if (isAway(job) && isAwayKind(label)) return AWAY_FACTS[label](name, spanOf(job))
  return source === 'hire'
    ? sentence`${name} is busy with hire ${label} ${spanOf(job)}.`
    : sentence`${name} is busy with journey ${label} ${spanOf(job)}.`
}

/** Returns what resolves a conflict: a downtime or an absence has no other vehicle or person to choose. */
function remedyOf(allocation: Allocation, job: Busy): Sentence {
  if (!isAway(allocation)) return sentence`Choose another one or another time.`
  if (isAway(job))
    return job.source === 'downtime'
      ? sentence`Choose a time outside this downtime, or change the downtime.`
      : sentence`Choose a time outside this absence, or change the absence.`
  return allocation.kind === 'vehicle'
    ? sentence`Give this job to another vehicle first, or choose another time.`
    : sentence`Give this job to another person first, or choose another time.`
}

/** Formats the period of a job in its local time zone. */
function spanOf({ busy_from, busy_to, timezone }: Busy): Sentence {
  const local = (instant: string) =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO(timezone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ')
  return busy_to === null
    ? sentence`from ${local(busy_from)} until further notice (${timezone})`
    : sentence`from ${local(busy_from)} to ${local(busy_to)} (${timezone})`
}

async function nameOf(reader: Reader, kind: Kind, id: string): Promise<SentenceValue> {
  if (kind === 'vehicle') {
    const found = await reader
      .selectFrom('vehicles')
      .select('registration_plate')
      .where('id', '=', id)
      .executeTakeFirst()
    return found?.registration_plate ?? sentence`The vehicle`
  }
  const found = await reader
    .selectFrom('staff')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? `${found.first_name} ${found.last_name}` : sentence`This person`
}
