import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Id, Instant, prose } from '../core/scalars'
import { ABSENCE_KINDS, ABSENCE_STATES } from '../core/vocabulary'
import { instantsInOrder } from './parts'

/** A period in which a person does not work, from the start up to but not including the end. Applies once approved. */
export const staffAbsence = defineEntity({
  resource: 'staff-absences',
  writable: {
    staff_id: Id,
    starts_at: Instant,
    ends_at: Instant,
    kind: z.enum(ABSENCE_KINDS),
    state: z.enum(ABSENCE_STATES).default('requested'),
    note: prose(2000).nullable().default(null),
  },
  computed: {},
  setBy: {
    ...byForm('starts_at', 'ends_at', 'kind', 'state', 'note'),
    ...atCreation('staff_id'),
  },
  filterable: ['staff_id', 'starts_at', 'ends_at', 'kind', 'state', 'created_at', 'updated_at'],
  sortable: ['starts_at', 'ends_at', 'kind', 'state', 'created_at', 'updated_at'],
  statusField: 'state',
  transitions: { requested: ['approved', 'rejected'], approved: ['rejected'], rejected: ['approved'] },
  initial: ['requested', 'approved'],
  check: (record) => instantsInOrder(record.starts_at, record.ends_at, 'ends_at'),
})
export type StaffAbsence = z.output<typeof staffAbsence.record>
export type StaffAbsenceCreate = z.input<typeof staffAbsence.create>
