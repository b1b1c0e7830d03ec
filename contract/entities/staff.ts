import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { MAX_DAILY_DRIVE_DEFAULT_MIN, MIN_REST_DEFAULT_MIN } from '../core/limits'
import { byForm } from '../core/ownership'
import { Email, Id, Phone, PlainDate, line } from '../core/scalars'
import { LICENCE_CATEGORIES, STAFF_ROLES, STAFF_STATUSES } from '../core/vocabulary'
import { UnlawfulJob, setOf } from './parts'

/** A person who works for the operator, with or without an account. Transmodel EMPLOYEE. */
export const staff = defineEntity({
  resource: 'staff',
  menu: { group: 'transport', place: 5 },
  writable: {
    employee_no: line(32),
    first_name: line(100),
    last_name: line(100),
    phone: Phone.nullable().default(null),
    email: Email.nullable().default(null),
    roles: setOf(z.enum(STAFF_ROLES), STAFF_ROLES.length).min(1, 'Choose at least one role.'),
    licence_number: line(40).nullable().default(null),
    licence_categories: setOf(z.enum(LICENCE_CATEGORIES), LICENCE_CATEGORIES.length).default([]),
    /** Last day on which the licence is valid. */
    licence_expires_on: PlainDate.nullable().default(null),
    /** Last day on which the medical certificate is valid. */
    medical_expires_on: PlainDate.nullable().default(null),
    /** Languages spoken, as ISO 639 codes. */
    languages: setOf(z.string().regex(/^[a-z]{2,3}$/, 'Must be a language code such as en.'), 30).default([]),
    /** Maximum driving minutes per day. */
    max_daily_drive_min: z.int().min(0).max(1440).default(MAX_DAILY_DRIVE_DEFAULT_MIN),
    /** Minimum minutes of rest between two working days. */
    min_rest_min: z.int().min(0).max(2880).default(MIN_REST_DEFAULT_MIN),
    /** The account this person signs in with. */
    user_id: Id.nullable().default(null),
    status: z.enum(STAFF_STATUSES).default('active'),
  },
  computed: {
    /** Assigned jobs after the expiry of the person's documents, up to UNLAWFUL_JOBS_MAX. Only when one record is read. */
    unlawful_jobs: z.array(UnlawfulJob).optional(),
  },
  setBy: {
    ...byForm(
      'employee_no',
      'first_name',
      'last_name',
      'phone',
      'email',
      'roles',
      'licence_number',
      'licence_categories',
      'licence_expires_on',
      'medical_expires_on',
      'languages',
      'max_daily_drive_min',
      'min_rest_min',
      'status',
    ),
    user_id: { by: 'form', right: 'link_account' },
  },
  filterable: [
    'employee_no',
    'first_name',
    'last_name',
    'phone',
    'email',
    'roles',
    'licence_number',
    'licence_categories',
    'licence_expires_on',
    'medical_expires_on',
    'languages',
    'user_id',
    'status',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'employee_no',
    'first_name',
    'last_name',
    'email',
    'licence_expires_on',
    'medical_expires_on',
    'status',
    'phone',
    'created_at',
    'updated_at',
  ],
  transitions: { active: ['suspended', 'left'], suspended: ['active', 'left'], left: ['active'] },
})
export type Staff = z.output<typeof staff.record>
export type StaffCreate = z.input<typeof staff.create>
