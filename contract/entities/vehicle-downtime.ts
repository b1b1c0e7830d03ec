import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm, byServer } from '../core/ownership'
import { Id, Instant, prose } from '../core/scalars'
import { DOWNTIME_KINDS } from '../core/vocabulary'
import { instantsInOrder } from './parts'

/** A period in which a vehicle cannot be assigned, from the start up to but not including the end. */
export const vehicleDowntime = defineEntity({
  resource: 'vehicle-downtimes',
  writable: {
    vehicle_id: atCreation(Id, 'filter'),
    starts_at: byForm(Instant, 'filter', 'sort'),
    /** Null = until further notice. */
    ends_at: byForm(Instant.nullable().default(null), 'filter', 'sort'),
    kind: byForm(z.enum(DOWNTIME_KINDS), 'filter', 'sort'),
    note: byForm(prose(2000).nullable().default(null)),
  },
  computed: {
    created_by_user_id: byServer(Id.nullable(), 'filter'),
  },
  check: (record) => instantsInOrder(record.starts_at, record.ends_at, 'ends_at'),
})
export type VehicleDowntime = z.output<typeof vehicleDowntime.record>
export type VehicleDowntimeCreate = z.input<typeof vehicleDowntime.create>
