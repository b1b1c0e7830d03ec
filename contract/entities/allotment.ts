import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Id } from '../core/scalars'
import { Weekday } from './parts'
import { sentence } from '../core/sentence'

/** Seats set aside for a partner, on one journey or on a route's journeys of one weekday. */
export const allotment = defineEntity({
  resource: 'allotments',
  writable: {
    partner_id: atCreation(Id, 'filter'),
    journey_id: byForm(Id.nullable().default(null), 'filter'),
    route_id: byForm(Id.nullable().default(null), 'filter'),
    weekday: byForm(Weekday.nullable().default(null), 'filter', 'sort'),
    seats: byForm(z.int().min(1).max(500), 'filter', 'sort'),
    /** Hours before departure at which unsold seats are released to general sale. */
    release_hours_before: byForm(z.int().min(0).max(8760).default(24), 'filter', 'sort'),
  },
  computed: {},
  check: (record) => {
    if ((record.journey_id === null) === (record.route_id === null))
      return [{ path: 'journey_id', message: sentence`Choose either a journey or a route with a weekday.` }]
    if ((record.route_id === null) !== (record.weekday === null))
      return [
        { path: 'weekday', message: sentence`A weekday requires a route: give both, or choose a journey instead.` },
      ]
    return []
  },
})
export type Allotment = z.output<typeof allotment.record>
export type AllotmentCreate = z.input<typeof allotment.create>
