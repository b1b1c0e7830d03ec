import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Id, Instant, prose } from '../core/scalars'
import { DOWNTIME_KINDS } from '../core/vocabulary'
import { instantsInOrder } from './parts'

/** A period in which a vehicle cannot be assigned, from the start up to but not including the end. */
export const vehicleDowntime = defineEntity({
  resource: 'vehicle-downtimes',
  writable: {
    vehicle_id: Id,
    starts_at: Instant,
    /** Null = until further notice. */
    ends_at: Instant.nullable().default(null),
    kind: z.enum(DOWNTIME_KINDS),
    note: prose(2000).nullable().default(null),
  },
  computed: {
    created_by_user_id: Id.nullable(),
  },
  setBy: {
    ...byForm('starts_at', 'ends_at', 'kind', 'note'),
    ...atCreation('vehicle_id'),
  },
  filterable: ['vehicle_id', 'starts_at', 'ends_at', 'kind', 'created_by_user_id', 'created_at', 'updated_at'],
  sortable: ['starts_at', 'ends_at', 'kind', 'created_at', 'updated_at'],
  check: (record) => instantsInOrder(record.starts_at, record.ends_at, 'ends_at'),
})
export type VehicleDowntime = z.output<typeof vehicleDowntime.record>
export type VehicleDowntimeCreate = z.input<typeof vehicleDowntime.create>
