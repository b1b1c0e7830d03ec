import type { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Id, Instant, prose } from '../core/scalars'
import { instantsInOrder } from './parts'

/** A period in which a person is on duty, from the start up to but not including the end. */
export const shift = defineEntity({
  resource: 'shifts',
  writable: {
    staff_id: Id,
    starts_at: Instant,
    ends_at: Instant,
    note: prose(2000).nullable().default(null),
  },
  computed: {},
  setBy: {
    ...byForm('starts_at', 'ends_at', 'note'),
    ...atCreation('staff_id'),
  },
  filterable: ['staff_id', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
  sortable: ['starts_at', 'ends_at', 'created_at', 'updated_at'],
  check: (record) => instantsInOrder(record.starts_at, record.ends_at, 'ends_at'),
})
export type Shift = z.output<typeof shift.record>
export type ShiftCreate = z.input<typeof shift.create>
