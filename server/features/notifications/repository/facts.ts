import { partsOf } from '../../../../contract/core/events'
import { sql } from 'kysely'
import type { AuditEntry } from '../../../db/audit-entry'
import type { Tx } from '../../../db/transaction'
import { unlawfulJobsOf } from '../../../kernel/unlawful'
import type { NotificationValues } from '../../../kernel/notifications/wording'

export interface Facts {
  values: NotificationValues
  /** Stations that it touches; null where it is everybody's. */
  stations: string[] | null
  /** Path within the console. */
  url: string | null
  /** Whoever booked it, of a reservation. */
  booker?: string | null
}

type Entity = NonNullable<AuditEntry['entity']>

/**
 * What a message says of the record, as it is once the change has been committed. No names of passengers: they would
 * outlive the erasure of a customer, and are read with the message. @returns null where nobody is to be told after all:
 * nor of a record that is gone meanwhile, for then it is not known whose stations it touched.
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

/** The same of reservations, all read at once. Nobody is told of those in the test environment. */
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

/** Nobody is told of papers that end where no job is touched. */
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

/** The delay that an entry tells of, whatever has become of it since. */
function delayIn({ changes }: AuditEntry): number | undefined {
  const delay = changes?.find(({ field }) => field === 'delay_min')?.new
  return typeof delay === 'number' ? delay : undefined
}

/** The parties that an entry names, and how many. */
function partiesOf({ action, changes }: AuditEntry): NotificationValues {
  if (action !== 'journeys.connections_missed') return {}
  const parties = changes?.[0]?.new
  return typeof parties === 'string' ? { parties, count: parties.split(', ').length } : {}
}

/** The first job that a late journey keeps its vehicle or people from. */
function nextJobOf({ action, changes }: AuditEntry): NotificationValues {
  const job = action === 'journeys.clashed' ? changes?.[0]?.new : undefined
  return typeof job === 'string' ? { job } : {}
}

/** The bounds that a partner has reached: each with what it has, and what its contract allows. */
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

/** @returns undefined where the vehicle is gone */
async function homeOf(tx: Tx, id: string): Promise<string[] | null | undefined> {
  const vehicle = await tx.selectFrom('vehicles').select('home_station_id').where('id', '=', id).executeTakeFirst()
  return vehicle && orAll(vehicle.home_station_id === null ? [] : [vehicle.home_station_id])
}

/** It is the vehicle that people know; a downtime of the past is told of by its own entry. */
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

/** What became of the records of a task. */
function ofTask(entry: AuditEntry): NotificationValues {
  const valueOf = (field: string) => entry.changes?.find((change) => change.field === field)?.new
  const { refused = 0, waiting = 0, ...dealt } = (valueOf('counts') ?? {}) as Record<string, number>
  const count = Object.values(dealt).reduce((sum, some) => sum + some, 0)
  return { resource: String(valueOf('resource')), count, refused: refused + waiting }
}

const orAll = (stations: readonly string[]) => (stations.length > 0 ? [...stations] : null)
