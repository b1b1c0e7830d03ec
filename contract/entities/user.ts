import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byForm, byServer } from '../core/ownership'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../core/limits/passwords'
import { Email, Id, Instant, LanguageCode, line } from '../core/scalars'
import { ROLES, USER_STATUSES } from '../core/vocabulary'
import { setOf } from './parts'
import { schemaMessage } from '../core/sentence'

/** A password that a person chooses. */
export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARS, schemaMessage`Use at least ${PASSWORD_MIN_CHARS} characters.`)
  .max(PASSWORD_MAX_CHARS, schemaMessage`Use at most ${PASSWORD_MAX_CHARS} characters.`)

/** An account of the back office. */
export const user = defineEntity({
  resource: 'users',
  menu: { group: 'administration', place: 1 },
  writable: {
    /** Unique, ignoring case. */
    username: byForm(
      z
        .string()
        .regex(/^[A-Za-z0-9._@+-]{2,64}$/, schemaMessage`Must be 2 to 64 letters, digits or the characters . _ @ + -.`),
      'filter',
      'sort',
    ),
    /** Unique, ignoring case. */
    email: byForm(Email, 'filter', 'sort'),
    first_name: byForm(line(100).nullable().default(null), 'filter', 'sort'),
    last_name: byForm(line(100).nullable().default(null), 'filter', 'sort'),
    is_staff: byForm(z.boolean().default(true), 'filter'),
    role: byForm(z.enum(ROLES).default('viewer'), 'filter', 'sort'),
    /** Stations that this account works for; empty = all. */
    station_scope: byForm(setOf(Id, 200).default([])),
    locale: byForm(LanguageCode.default('en'), 'filter', 'sort'),
    status: byForm(z.enum(USER_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {
    last_login_at: byServer(Instant.nullable(), 'filter', 'sort'),
    mfa_enabled: byServer(z.boolean(), 'filter'),
    /** The user must choose a new password at the next sign-in before any other action. */
    must_change_password: byServer(z.boolean(), 'filter'),
  },
  secret: {
    /** An account without a password cannot sign in. */
    password: byForm(Password.optional()),
  },
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
