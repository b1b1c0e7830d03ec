import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { uuidv7 } from 'uuidv7'
import type { Blocker } from '../../contract/core/problem'
import type { ALLOCATION_SOURCES, RESOURCE_KINDS, Resource } from '../../contract/core/vocabulary'
import type { Reader, Tx } from '../db/transaction'

type Kind = (typeof RESOURCE_KINDS)[number]
type Source = (typeof ALLOCATION_SOURCES)[number]

/** A time in which a vehicle or a person is taken, `[from, to)` in instants. */
export interface Allocation {
  kind: Kind
  resourceId: string
  source: Source
  /** The journey, reservation, downtime or absence that takes it. */
  sourceId: string
  from: string
  /** Null = until further notice. */
  to: string | null
  state: 'tentative' | 'firm'
  /** The caller's field that a clash is shown on. */
  field: string
}

/** A vehicle or person is taken already; the message says by what and when, for a person. */
export class ResourceBusy extends Error {
  constructor(
    message: string,
    /** The field of the record that asked. */
    readonly field: string,
    /** The jobs that are in the way. */
    readonly blockers: Blocker[],
  ) {
    super(message)
  }
}

const RESOURCE_OF: Record<Source, Resource> = {
  journey: 'journeys',
  hire: 'reservations',
  downtime: 'vehicle-downtimes',
  absence: 'staff-absences',
}

/**
 * Locks vehicles and people until the transaction ends: nobody else takes, withdraws or changes them meanwhile.
 * Whoever takes several locks them all here first, so that two who want the same ones never wait for each other.
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
 * Takes a vehicle or a person for a time.
 * @throws ResourceBusy naming the job that is in the way.
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
 * Gives back what a job has taken. With `at`, an instant, it was busy up to then and stays so in the record;
 * without, it never was.
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
 * Moves the end of what a job has taken. A job that runs late is late, whatever comes next: it reaches up to
 * the next job of the resource at most, and the times of the two tell of the clash.
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

/** Blocks a vehicle or a person for a downtime or an absence. @throws ResourceBusy with every job in the way */
export async function block(tx: Tx, allocation: Allocation): Promise<void> {
  try {
    await allocate(tx, allocation)
  } catch (error) {
    if (!(error instanceof ResourceBusy)) throw error
    const { kind, resourceId, from, to, field } = allocation
    const jobs = await jobsBetween(tx, kind, resourceId, from, to)
    throw new ResourceBusy(error.message, field, jobs ?? error.blockers)
  }
}

/** Journeys and hires that a vehicle or person is firmly taken for, now or later, the next by name; null without any. */
export const jobsAhead = (reader: Reader, kind: Kind, resourceId: string, now: Date): Promise<Blocker[] | null> =>
  jobsBetween(reader, kind, resourceId, now.toISOString(), null)

/** The same, within a span of instants; `to` null = without end. */
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

async function refuseClash(tx: Tx, { kind, resourceId, from, to, field }: Allocation): Promise<void> {
  const inTheWay = sql`a.resource_kind = ${kind} and a.resource_id = ${resourceId} and a.state <> 'released'
    and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  // Nearly always nothing is: then what it would be called need not be looked for.
  const { rows: clashes } = await sql`select 1 from resource_allocations a where ${inTheWay} limit 1`.execute(tx)
  if (clashes.length === 0) return
  const { rows } = await sql<Busy>`
    select ${BUSY_COLUMNS} from ${BUSY_TABLES} where ${inTheWay} order by a.busy_from limit 1`.execute(tx)
  const job = rows[0]
  if (!job) return
  const name = await nameOf(tx, kind, resourceId)
  const message = `${name} is busy with ${inWords(job)} ${spanOf(job)}. Choose another one or another time.`
  const examples = [{ id: job.source_id, label: job.label }]
  throw new ResourceBusy(message, field, [{ resource: RESOURCE_OF[job.source], count: 1, examples }])
}

const inWords = ({ source, label }: Busy): string =>
  source === 'journey' || source === 'hire' ? `${source} ${label}` : label

/** On the clock of the place, for a person. */
function spanOf({ busy_from, busy_to, timezone }: Busy): string {
  const local = (instant: string) =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO(timezone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ')
  const until = busy_to === null ? 'until further notice' : `to ${local(busy_to)}`
  return `from ${local(busy_from)} ${until} (${timezone})`
}

async function nameOf(reader: Reader, kind: Kind, id: string): Promise<string> {
  if (kind === 'vehicle') {
    const found = await reader
      .selectFrom('vehicles')
      .select('registration_plate')
      .where('id', '=', id)
      .executeTakeFirst()
    return found?.registration_plate ?? 'The vehicle'
  }
  const found = await reader
    .selectFrom('staff')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? `${found.first_name} ${found.last_name}` : 'This person'
}
