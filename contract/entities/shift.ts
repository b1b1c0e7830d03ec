import type { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Id, Instant, prose } from '../core/scalars'
import { instantsInOrder } from './parts'

/** A period in which a person is on duty, from the start up to but not including the end. */
export const shift = defineEntity({
  resource: 'shifts',
  writable: {
    staff_id: atCreation(Id, 'filter'),
    starts_at: byForm(Instant, 'filter', 'sort'),
    ends_at: byForm(Instant, 'filter', 'sort'),
    note: byForm(prose(2000).nullable().default(null)),
  },
  computed: {},
  check: (record) => instantsInOrder(record.starts_at, record.ends_at, 'ends_at'),
})
export type Shift = z.output<typeof shift.record>
export type ShiftCreate = z.input<typeof shift.create>
