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
    staff_id: atCreation(Id, 'filter'),
    starts_at: byForm(Instant, 'filter', 'sort'),
    ends_at: byForm(Instant, 'filter', 'sort'),
    kind: byForm(z.enum(ABSENCE_KINDS), 'filter', 'sort'),
    state: byForm(z.enum(ABSENCE_STATES).default('requested'), 'filter', 'sort'),
    note: byForm(prose(2000).nullable().default(null)),
  },
  computed: {},
  statusField: 'state',
  transitions: { requested: ['approved', 'rejected'], approved: ['rejected'], rejected: ['approved'] },
  initial: ['requested', 'approved'],
  check: (record) => instantsInOrder(record.starts_at, record.ends_at, 'ends_at'),
})
export type StaffAbsence = z.output<typeof staffAbsence.record>
export type StaffAbsenceCreate = z.input<typeof staffAbsence.create>
