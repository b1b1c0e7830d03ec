import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Id } from '../core/scalars'
import { Weekday } from './parts'

/** Seats set aside for a partner, on one journey or on a route's journeys of one weekday. */
export const allotment = defineEntity({
  resource: 'allotments',
  writable: {
    partner_id: Id,
    journey_id: Id.nullable().default(null),
    route_id: Id.nullable().default(null),
    weekday: Weekday.nullable().default(null),
    seats: z.int().min(1).max(500),
    /** Hours before departure at which unsold seats are released to general sale. */
    release_hours_before: z.int().min(0).max(8760).default(24),
  },
  computed: {},
  setBy: {
    ...byForm('journey_id', 'route_id', 'weekday', 'seats', 'release_hours_before'),
    ...atCreation('partner_id'),
  },
  filterable: [
    'partner_id',
    'journey_id',
    'route_id',
    'weekday',
    'seats',
    'release_hours_before',
    'created_at',
    'updated_at',
  ],
  sortable: ['weekday', 'seats', 'release_hours_before', 'created_at', 'updated_at'],
  check: (record) => {
    if ((record.journey_id === null) === (record.route_id === null))
      return [{ path: 'journey_id', message: 'Choose either a journey or a route with a weekday.' }]
    if ((record.route_id === null) !== (record.weekday === null))
      return [{ path: 'weekday', message: 'A weekday goes with a route: give both, or choose a journey instead.' }]
    return []
  },
})
export type Allotment = z.output<typeof allotment.record>
export type AllotmentCreate = z.input<typeof allotment.create>
