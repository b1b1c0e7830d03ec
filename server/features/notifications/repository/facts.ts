import { partsOf } from '../../../../contract/core/events'
import { sql } from 'kysely'
import type { AuditEntry } from '../../../db/audit-entry'
import type { Tx } from '../../../db/transaction'
import { unlawfulJobsOf } from '../../../kernel/unlawful'
import type { NotificationValues } from '../../../kernel/notifications/wording'

export interface Facts {
  values: NotificationValues
  /** Stations that it concerns; null concerns everyone. */
  stations: string[] | null
  /** Path within the console. */
  url: string | null
  /** User who booked the reservation. */
  booker?: string | null
}

type Entity = NonNullable<AuditEntry['entity']>

/**
 * Returns the values of a message about a record, as they are after the commit. They contain no passenger names, which
 * would outlive the erasure of a customer; those are read with the message. @returns null without recipients, also for
 * a deleted record, because its stations are unknown.
 */
export async function factsOf(tx: Tx, entity: Entity, entry: AuditEntry): Promise<Facts | null> {
  const values = { label: entity.label }
  const url = urlOf(entity, entry)
  switch (entity.type) {
    case 'journeys':
      return ofJourney(tx, entity, url, entry)
    case 'staff':
      return ofPapers(tx, 'staff', entity, url, null)
    case 'routes': {
      const stations = await stationsOfRoute(tx, entity.id)
      return stations === null && url !== null ? null : { values, stations, url }
    }
    case 'vehicles': {
      const stations = await homeOf(tx, entity.id)
      if (stations === undefined) return null
      return isStep(entry) ? { values, stations, url } : ofPapers(tx, 'vehicle', entity, url, stations)
    }
    case 'vehicle-downtimes':
      return ofDowntime(tx, entry)
    case 'import-runs':
      return {
        values: { ...values, count: countOf(entry, 'journeys') },
        stations: null,
        url: `/routes/import?run=${entity.id}`,
      }
    case 'tasks':
      return { values: ofTask(entry), stations: null, url: `/tasks?task=${entity.id}` }
    case 'backups':
      return { values, stations: null, url: '/company' }
    case 'partners':
      return { values: { ...values, ...boundsIn(entry) }, stations: null, url }
    default:
      return { values, stations: null, url: '/partners' }
  }
}

/** Returns the same for reservations, read in one query. Test reservations have no recipients. */
export async function factsOfReservations(
  tx: Tx,
  ids: readonly string[],
): Promise<(entity: Entity, entry: AuditEntry) => Facts | null> {
  if (ids.length === 0) return () => null
  const { rows } = await sql<{ id: string; seats: number; booked_by_user_id: string | null; stations: string[] }>`
    select r.id, r.seats, r.booked_by_user_id,
      array_remove(array[r.origin_station_id, r.destination_station_id], null) as stations
    from reservations r where r.id = any(${[...new Set(ids)]}::uuid[]) and r.environment <> 'test'`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (entity, entry) => {
    const row = found.get(entity.id)
    if (!row) return null
    return {
      values: { label: entity.label, count: row.seats },
      stations: orAll(row.stations),
      url: urlOf(entity, entry),
      booker: row.booked_by_user_id,
    }
  }
}

const urlOf = ({ type, id }: Entity, { action }: AuditEntry) =>
  partsOf(action).verb === 'deleted' ? null : `/${type}/${id}/show`

const isStep = ({ changes }: AuditEntry): boolean => changes?.some(({ field }) => field === 'status') ?? false

/** Expiring documents are announced only when they affect a job. */
async function ofPapers(
  tx: Tx,
  kind: 'vehicle' | 'staff',
  { id, label }: Entity,
  url: string | null,
  stations: string[] | null,
): Promise<Facts | null> {
  const jobs = await unlawfulJobsOf(tx, kind, id)
  return jobs[0] ? { values: { label, count: jobs.length, job: jobs[0].label }, stations, url } : null
}

async function ofJourney(tx: Tx, { id, label }: Entity, url: string | null, entry: AuditEntry): Promise<Facts | null> {
  const { rows } = await sql<{ delay_min: number; vehicle: string | null; stations: string[] }>`
    select j.delay_min, coalesce(v.fleet_code, p.trading_name, p.legal_name) as vehicle,
      array(select distinct c.station_id from journey_calls c where c.journey_id = j.id) as stations
    from journeys j left join vehicles v on v.id = j.vehicle_id
    left join partners p on p.id = j.operated_by_partner_id where j.id = ${id}`.execute(tx)
  const found = rows[0]
  if (!found) return null
  return {
    values: {
      label,
      count: delayIn(entry) ?? found.delay_min,
      vehicle: found.vehicle ?? '–',
      ...partiesOf(entry),
      ...nextJobOf(entry),
    },
    stations: orAll(found.stations),
    url,
  }
}

/** Returns the delay that an entry records, even if it has changed since. */
function delayIn({ changes }: AuditEntry): number | undefined {
  const delay = changes?.find(({ field }) => field === 'delay_min')?.new
  return typeof delay === 'number' ? delay : undefined
}

/** Returns the parties that an entry names, and their number. */
function partiesOf({ action, changes }: AuditEntry): NotificationValues {
  if (action !== 'journeys.connections_missed') return {}
  const parties = changes?.[0]?.new
  return typeof parties === 'string' ? { parties, count: parties.split(', ').length } : {}
}

/** Returns the first job that a late journey makes its vehicle or staff miss. */
function nextJobOf({ action, changes }: AuditEntry): NotificationValues {
  const job = action === 'journeys.clashed' ? changes?.[0]?.new : undefined
  return typeof job === 'string' ? { job } : {}
}

/** Returns the limits that a partner has reached: the current value and the contract's maximum of each. */
function boundsIn({ changes = [] }: AuditEntry): NotificationValues {
  return Object.fromEntries(
    changes.flatMap(({ field, old, new: value }) => [
      ...(typeof value === 'number' || typeof value === 'string' ? [[field, value] as const] : []),
      ...(typeof old === 'number' ? [[`${field}_max`, old] as const] : []),
    ]),
  )
}

async function stationsOfRoute(tx: Tx, id: string): Promise<string[] | null> {
  const { rows } = await sql<{ station_id: string }>`
    select distinct s.station_id from route_stops s join routes r on r.id = s.route_id and r.pattern_version = s.pattern_version
    where r.id = ${id}`.execute(tx)
  return orAll(rows.map((row) => row.station_id))
}

/** Returns null without a home station, and undefined without a vehicle. */
async function homeOf(tx: Tx, id: string): Promise<string[] | null | undefined> {
  const vehicle = await tx.selectFrom('vehicles').select('home_station_id').where('id', '=', id).executeTakeFirst()
  return vehicle && orAll(vehicle.home_station_id === null ? [] : [vehicle.home_station_id])
}

/** Names the vehicle, which staff know. The entry identifies it even when the downtime is deleted. */
async function ofDowntime(tx: Tx, entry: AuditEntry): Promise<Facts | null> {
  const named = entry.changes?.find(({ field }) => field === 'vehicle_id')
  const vehicleId =
    named?.new ?? named?.old ?? (entry.entity ? await vehicleOfDowntime(tx, entry.entity.id) : undefined)
  if (typeof vehicleId !== 'string') return null
  const vehicle = await tx
    .selectFrom('vehicles')
    .select(['fleet_code', 'home_station_id'])
    .where('id', '=', vehicleId)
    .executeTakeFirst()
  if (!vehicle) return null
  return {
    values: { label: vehicle.fleet_code },
    stations: vehicle.home_station_id === null ? null : [vehicle.home_station_id],
    url: `/vehicles/${vehicleId}/show`,
  }
}

const vehicleOfDowntime = async (tx: Tx, id: string) =>
  (await tx.selectFrom('vehicle_downtimes').select('vehicle_id').where('id', '=', id).executeTakeFirst())?.vehicle_id

function countOf(entry: AuditEntry, field: string): number {
  const counts = entry.changes?.find((change) => change.field === field)?.new
  return Number((counts as { created?: number } | null | undefined)?.created ?? 0)
}

/** Returns the record counts of a task by result. */
function ofTask(entry: AuditEntry): NotificationValues {
  const valueOf = (field: string) => entry.changes?.find((change) => change.field === field)?.new
  const { refused = 0, waiting = 0, ...dealt } = (valueOf('counts') ?? {}) as Record<string, number>
  const count = Object.values(dealt).reduce((sum, some) => sum + some, 0)
  return { resource: String(valueOf('resource')), count, refused: refused + waiting }
}

const orAll = (stations: readonly string[]) => (stations.length > 0 ? [...stations] : null)
