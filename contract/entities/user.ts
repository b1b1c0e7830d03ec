import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../core/limits'
import { byForm } from '../core/ownership'
import { Email, Id, Instant, LanguageCode, line } from '../core/scalars'
import { ROLES, USER_STATUSES } from '../core/vocabulary'
import { setOf } from './parts'

/** A password that a person chooses. */
export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARS, `Use at least ${PASSWORD_MIN_CHARS} characters.`)
  .max(PASSWORD_MAX_CHARS, `Use at most ${PASSWORD_MAX_CHARS} characters.`)

/** An account of the back office. */
export const user = defineEntity({
  resource: 'users',
  menu: { group: 'administration', place: 1 },
  writable: {
    /** Unique, ignoring case. */
    username: z.string().regex(/^[A-Za-z0-9._@+-]{2,64}$/, 'Must be 2 to 64 letters, digits or any of . _ @ + -'),
    /** Unique, ignoring case. */
    email: Email,
    first_name: line(100).nullable().default(null),
    last_name: line(100).nullable().default(null),
    is_staff: z.boolean().default(true),
    role: z.enum(ROLES).default('viewer'),
    /** Stations that this account works for; empty = all. */
    station_scope: setOf(Id, 200).default([]),
    locale: LanguageCode.default('en'),
    status: z.enum(USER_STATUSES).default('active'),
  },
  computed: {
    last_login_at: Instant.nullable(),
    mfa_enabled: z.boolean(),
    /** The user must choose a new password at the next sign-in before any other action. */
    must_change_password: z.boolean(),
  },
  secret: {
    /** An account without a password cannot sign in. */
    password: Password.optional(),
  },
  setBy: {
    ...byForm(
      'username',
      'email',
      'first_name',
      'last_name',
      'is_staff',
      'role',
      'station_scope',
      'locale',
      'status',
      'password',
    ),
  },
  filterable: [
    'username',
    'email',
    'first_name',
    'last_name',
    'is_staff',
    'role',
    'locale',
    'status',
    'last_login_at',
    'mfa_enabled',
    'must_change_password',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'username',
    'email',
    'first_name',
    'last_name',
    'role',
    'locale',
    'status',
    'last_login_at',
    'created_at',
    'updated_at',
  ],
  transitions: {
    invited: ['active', 'disabled'],
    active: ['locked', 'disabled'],
    locked: ['active', 'disabled'],
    disabled: ['active'],
  },
  initial: ['invited', 'active', 'disabled'],
})
export type User = z.output<typeof user.record>
export type UserCreate = z.input<typeof user.create>
