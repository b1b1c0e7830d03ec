import { sql } from 'kysely'
import { vehicleType, type VehicleType } from '../../../contract/entities/vehicle-type'
import { SHORT_JOURNEYS_MAX } from '../../../contract/core/limits/dispatch'
import type { StoreOptions, Write } from '../../crud/store-options'
import { audit, diff } from '../../kernel/audit'
import { deriveSeats } from '../../kernel/seats'
import type { Reader, Tx } from '../../db/transaction'
import { fareBlocker, tariffBlocker } from './price-blockers'

export const vehicleTypesStore: StoreOptions = {
  entity: vehicleType,
  table: 'vehicle_types',
  label: (row) => String(row['code']),
  withoutColumn: ['short_journeys'],
  afterReadOne: async (reader, row) => {
    row['short_journeys'] = await shortJourneysOf(reader, row.id)
  },
  afterWrite: deriveJourneys,
  blockedBy: [
    { resource: 'vehicles', table: 'vehicles', column: 'vehicle_type_id', label: 'fleet_code' },
    { resource: 'journeys', table: 'journeys', column: 'vehicle_type_id', label: 'code' },
    fareBlocker('vehicle_type_id'),
    tariffBlocker('vehicle_type_id'),
    { resource: 'addons', table: 'addons', column: 'vehicle_type_ids', list: true, label: 'code' },
    { resource: 'pricing-rules', table: 'pricing_rules', column: 'vehicle_type_ids', list: true, label: 'code' },
  ],
  usedBy: [
    {
      resource: 'vehicles',
      table: 'vehicles',
      column: 'vehicle_type_id',
      label: 'fleet_code',
      where: "status <> 'retired'",
    },
    {
      resource: 'journeys',
      table: 'journeys',
      column: 'vehicle_type_id',
      label: 'code',
      where: "service_status not in ('completed', 'cancelled')",
    },
  ],
}

const ABOARD = ['seats', 'wheelchair_spaces', 'child_seats', 'luggage_units'] as const

/** Applies the type's places to its future journeys, and records an audit event for oversold ones. */
async function deriveJourneys(tx: Tx, id: string, { current, next, context }: Write): Promise<void> {
  if (!current || diff(current, next, ABOARD).length === 0) return
  for (const journey of await deriveSeats(tx, { vehicleTypeId: id }, context.now()))
    await audit(tx, context, {
      action: 'journeys.seats_fell_short',
      entity: { type: 'journeys', id: journey.id, label: journey.code },
      changes: [{ field: 'capacity', old: journey.before, new: journey.after }],
    })
}

async function shortJourneysOf(reader: Reader, id: string): Promise<VehicleType['short_journeys']> {
  const { rows } = await sql<NonNullable<VehicleType['short_journeys']>[number]>`
    select j.id, j.code, j.departs_at, greatest(0, j.peak_load - j.seats) as passengers_to_move
    from journeys j left join vehicles v on v.id = j.vehicle_id
    where j.is_short and coalesce(v.vehicle_type_id, j.vehicle_type_id) = ${id} and j.arrives_at > now()
      and j.operated_by_partner_id is null and j.service_status not in ('completed', 'cancelled')
    order by j.departs_at, j.id limit ${SHORT_JOURNEYS_MAX}`.execute(reader)
  return rows
}
