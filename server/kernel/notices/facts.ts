import { sql } from 'kysely'
import type { AuditEntry } from '../../db/audit-entry'
import type { Tx } from '../../db/transaction'
import { unlawfulJobsOf } from '../unlawful'
import type { NoticeValues } from './wording'

export interface Facts {
  values: NoticeValues
  /** Stations that it touches; null where it is everybody's. */
  stations: string[] | null
  /** Path within the console. */
  url: string | null
}

type Entity = NonNullable<AuditEntry['entity']>

/**
 * What a message says of the record, read in the transaction that wrote it. No names of passengers: they would outlive
 * the erasure of a customer. @returns null where nobody is to be told after all.
 */
export async function factsOf(tx: Tx, entity: Entity, entry: AuditEntry): Promise<Facts | null> {
  const values = { label: entity.label }
  const url = entry.action.endsWith('.deleted') ? null : `/${entity.type}/${entity.id}/show`
  switch (entity.type) {
    case 'reservations':
      return ofReservation(tx, entity, url)
    case 'journeys':
      return ofJourney(tx, entity, url, entry)
    case 'staff':
      return ofPapers(tx, 'staff', entity, url, null)
    case 'routes':
      return { values, stations: await stationsOfRoute(tx, entity.id), url }
    case 'vehicles':
      return isStep(entry)
        ? { values, stations: await homeOf(tx, entity.id), url }
        : ofPapers(tx, 'vehicle', entity, url, await homeOf(tx, entity.id))
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
    default:
      return { values, stations: null, url: '/partners' }
  }
}

/** Nobody is told of reservations in the test environment. */
async function ofReservation(tx: Tx, { id, label }: Entity, url: string | null): Promise<Facts | null> {
  const { rows } = await sql<{ environment: string; seats: number; journey: string; stations: string[] }>`
    select r.environment, r.seats,
      coalesce(j.code, o.code || ' → ' || d.code, to_char(r.travel_at, 'YYYY-MM-DD'), '') as journey,
      array_remove(array[r.origin_station_id, r.destination_station_id], null) as stations
    from reservations r
      left join journeys j on j.id = r.journey_id
      left join stations o on o.id = r.origin_station_id
      left join stations d on d.id = r.destination_station_id
    where r.id = ${id}`.execute(tx)
  const found = rows[0]
  if (!found || found.environment === 'test') return null
  const { seats, journey, stations } = found
  return { values: { label, count: seats, journey }, stations: orAll(stations), url }
}

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

async function ofJourney(tx: Tx, { id, label }: Entity, url: string | null, entry: AuditEntry): Promise<Facts> {
  const { rows } = await sql<{ delay_min: number; vehicle: string | null; stations: string[] }>`
    select j.delay_min, coalesce(v.fleet_code, p.trading_name, p.legal_name) as vehicle,
      array(select distinct c.station_id from journey_calls c where c.journey_id = j.id) as stations
    from journeys j left join vehicles v on v.id = j.vehicle_id
    left join partners p on p.id = j.operated_by_partner_id where j.id = ${id}`.execute(tx)
  const found = rows[0]
  return {
    values: { label, count: found?.delay_min ?? 0, vehicle: found?.vehicle ?? '–', ...partiesOf(entry) },
    stations: orAll(found?.stations ?? []),
    url,
  }
}

/** The parties that an entry names, and how many. */
function partiesOf({ action, changes }: AuditEntry): NoticeValues {
  if (action !== 'journeys.connections_missed') return {}
  const parties = changes?.[0]?.new
  return typeof parties === 'string' ? { parties, count: parties.split(', ').length } : {}
}

async function stationsOfRoute(tx: Tx, id: string): Promise<string[] | null> {
  const { rows } = await sql<{ station_id: string }>`
    select distinct s.station_id from route_stops s join routes r on r.id = s.route_id and r.pattern_version = s.pattern_version
    where r.id = ${id}`.execute(tx)
  return orAll(rows.map((row) => row.station_id))
}

async function homeOf(tx: Tx, id: string): Promise<string[] | null> {
  const vehicle = await tx.selectFrom('vehicles').select('home_station_id').where('id', '=', id).executeTakeFirst()
  return vehicle?.home_station_id ? [vehicle.home_station_id] : null
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
function ofTask(entry: AuditEntry): NoticeValues {
  const valueOf = (field: string) => entry.changes?.find((change) => change.field === field)?.new
  const { refused = 0, waiting = 0, ...dealt } = (valueOf('counts') ?? {}) as Record<string, number>
  const count = Object.values(dealt).reduce((sum, some) => sum + some, 0)
  return { resource: String(valueOf('resource')), count, refused: refused + waiting }
}

const orAll = (stations: readonly string[]) => (stations.length > 0 ? [...stations] : null)
