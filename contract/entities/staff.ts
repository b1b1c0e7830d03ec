import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byForm, byServer, ownedBy } from '../core/ownership'
import { MAX_DAILY_DRIVE_DEFAULT_MIN, MIN_REST_DEFAULT_MIN } from '../core/limits/dispatch'
import { Email, Id, Phone, PlainDate, line } from '../core/scalars'
import { LICENCE_CATEGORIES, STAFF_ROLES, STAFF_STATUSES } from '../core/vocabulary'
import { UnlawfulJob, setOf } from './parts'
import { schemaMessage } from '../core/sentence'

/** A person who works for the operator, with or without an account. Transmodel EMPLOYEE. */
export const staff = defineEntity({
  resource: 'staff',
  menu: { group: 'transport', place: 5 },
  writable: {
    employee_no: byForm(line(32), 'filter', 'sort'),
    first_name: byForm(line(100), 'filter', 'sort'),
    last_name: byForm(line(100), 'filter', 'sort'),
    phone: byForm(Phone.nullable().default(null), 'filter', 'sort'),
    email: byForm(Email.nullable().default(null), 'filter', 'sort'),
    roles: byForm(
      setOf(z.enum(STAFF_ROLES), STAFF_ROLES.length).min(1, schemaMessage`Choose at least one role.`),
      'filter',
    ),
    licence_number: byForm(line(40).nullable().default(null), 'filter'),
    licence_categories: byForm(setOf(z.enum(LICENCE_CATEGORIES), LICENCE_CATEGORIES.length).default([]), 'filter'),
    /** Last day on which the licence is valid. */
    licence_expires_on: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    /** Last day on which the medical certificate is valid. */
    medical_expires_on: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    /** Languages spoken, as ISO 639 codes. */
    languages: byForm(
      setOf(z.string().regex(/^[a-z]{2,3}$/, schemaMessage`Must be a language code such as en.`), 30).default([]),
      'filter',
    ),
    /** Maximum driving minutes per day. */
    max_daily_drive_min: byForm(z.int().min(0).max(1440).default(MAX_DAILY_DRIVE_DEFAULT_MIN)),
    /** Minimum minutes of rest between two working days. */
    min_rest_min: byForm(z.int().min(0).max(2880).default(MIN_REST_DEFAULT_MIN)),
    /** The account this person signs in with. */
    user_id: ownedBy(Id.nullable().default(null), { by: 'form', right: 'link_account' }, 'filter'),
    status: byForm(z.enum(STAFF_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {
    /** Assigned jobs after the expiry of the person's documents, up to UNLAWFUL_JOBS_MAX. Only when one record is read. */
    unlawful_jobs: byServer(z.array(UnlawfulJob).optional()),
  },
  transitions: { active: ['suspended', 'left'], suspended: ['active', 'left'], left: ['active'] },
})
export type Staff = z.output<typeof staff.record>
export type StaffCreate = z.input<typeof staff.create>
