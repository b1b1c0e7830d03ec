import { sentence } from '../../../contract/core/sentence'
import { sql } from 'kysely'
import { vehicle, type Vehicle } from '../../../contract/entities/vehicle'
import { vehicleDowntime, type VehicleDowntime } from '../../../contract/entities/vehicle-downtime'
import type { StoreOptions, Write } from '../../crud/store-options'
import { block, jobsAhead, release } from '../../kernel/allocations'
import { diff } from '../../kernel/audit'
import { deriveSeats } from '../../kernel/seats'
import type { Tx } from '../../db/transaction'
import { unlawfulJobsOf } from '../../kernel/unlawful'
import { invalidAt, wrongState, wrongStateAt } from '../../http/refusal'

export const vehiclesStore: StoreOptions = {
  entity: vehicle,
  table: 'vehicles',
  label: (row) => String(row['fleet_code']),
  withoutColumn: ['unlawful_jobs'],
  afterReadOne: async (reader, row) => {
    row['unlawful_jobs'] = await unlawfulJobsOf(reader, 'vehicle', row.id)
  },
  blockedBy: [
    { resource: 'journeys', table: 'journeys', column: 'vehicle_id', label: 'code' },
    { resource: 'vehicle-downtimes', table: 'vehicle_downtimes', column: 'vehicle_id', label: 'kind' },
  ],
  beforeWrite: async (tx, write) => {
    await refuseLostSeats(tx, write)
    await refuseJobsAhead(tx, write)
    return {}
  },
  afterWrite: async (tx, id, { current, next, context }) => {
    if (current && diff(current, next, ['vehicle_type_id', 'seats_override']).length > 0)
      await deriveSeats(tx, { vehicleIds: [id] }, context.now())
  },
}

/** A vehicle has at most the seats of its type, and at least those taken on its future journeys. */
async function refuseLostSeats(tx: Tx, { current, next }: Write): Promise<void> {
  const { vehicle_type_id, seats_override } = next as Vehicle
  if (current?.['vehicle_type_id'] === vehicle_type_id && current['seats_override'] === seats_override) return
  const type = await tx
    .selectFrom('vehicle_types')
    .select(['seats', 'wheelchair_spaces', 'child_seats', 'luggage_units'])
    .where('id', '=', vehicle_type_id)
    .forShare()
    .executeTakeFirst()
  if (!type) return
  if (seats_override !== null && seats_override > type.seats)
    throw invalidAt(
      'seats_override',
      sentence`This vehicle type has ${type.seats} seats: give at most that number, or leave it empty.`,
    )
  if (!current) return
  const seats = seats_override ?? type.seats
  const { rows } = await sql<{ code: string; taken: number; count: number }>`
    select code, peak_load as taken, count(*) over () as count from journeys
    where vehicle_id = ${current.id} and service_status not in ('completed', 'cancelled')
      and (peak_load > ${seats} or peak_wheelchairs > ${type.wheelchair_spaces} or peak_child_seats > ${type.child_seats}
        or peak_luggage_units > ${type.luggage_units})
    order by departs_at limit 1`.execute(tx)
  const first = rows[0]
  if (!first) return
  const { count, code: earliest, taken } = first
  const message =
    taken > seats
      ? count === 1
        ? sentence`1 of its journeys needs more than ${seats} seats, the first is ${earliest} with ${taken} seats taken. Assign another vehicle to them first, or move passengers.`
        : sentence`${count} of its journeys need more than ${seats} seats, the first is ${earliest} with ${taken} seats taken. Assign another vehicle to them first, or move passengers.`
      : count === 1
        ? sentence`1 of its journeys needs more room for wheelchairs, children or luggage, the first is ${earliest} with ${taken} seats taken. Assign another vehicle to them first, or move passengers.`
        : sentence`${count} of its journeys need more room for wheelchairs, children or luggage, the first is ${earliest} with ${taken} seats taken. Assign another vehicle to them first, or move passengers.`
  throw wrongStateAt(seats_override === null ? 'vehicle_type_id' : 'seats_override', message)
}

/** Firmly planned jobs must be reassigned before a vehicle becomes unavailable. */
async function refuseJobsAhead(tx: Tx, { current, next, context }: Write): Promise<void> {
  const { status, registration_plate } = next as Vehicle
  if (!current || status === 'available' || status === current['status']) return
  const blockers = await jobsAhead(tx, 'vehicle', current.id, context.now())
  if (!blockers) return
  const count = blockers.reduce((sum, blocker) => sum + blocker.count, 0)
  const first = blockers[0]?.examples[0]?.label ?? ''
  const jobs = count === 1 ? sentence`1 job` : sentence`${count} jobs`
  throw wrongState(
    [
      {
        path: 'status',
        message: sentence`${registration_plate} has ${jobs} ahead, the next is ${first}. Assign another vehicle first.`,
      },
    ],
    { blockers },
  )
}

export const vehicleDowntimesStore: StoreOptions = {
  entity: vehicleDowntime,
  table: 'vehicle_downtimes',
  label: (row) => `${String(row['kind'])} ${String(row['starts_at']).slice(0, 10)}`,
  beforeWrite: async (_, { current, context }) =>
    current ? {} : { created_by_user_id: context.actor.kind === 'user' ? context.actor.id : null },
  afterWrite: takeAway,
  beforeDelete: (tx, row) => release(tx, 'downtime', row.id),
}

async function takeAway(tx: Tx, id: string, { current, next }: Write): Promise<void> {
  const [changed] = current ? diff(current, next, ['starts_at', 'ends_at']) : [{ field: 'vehicle_id' }]
  if (!changed) return
  const { vehicle_id, starts_at, ends_at } = next as VehicleDowntime
  await release(tx, 'downtime', id)
  await block(tx, {
    kind: 'vehicle',
    resourceId: vehicle_id,
    source: 'downtime',
    sourceId: id,
    from: starts_at,
    to: ends_at,
    state: 'firm',
    field: changed.field,
  })
}
