import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm, byServer } from '../core/ownership'
import { TILL_NAME_MAX_CHARS } from '../core/limits/money'
import { Code, Currency, Id, Instant, line } from '../core/scalars'
import { ACTIVE_STATUSES } from '../core/vocabulary'

/** A cash drawer or box. Its sessions record its user and its counts. */
export const till = defineEntity({
  resource: 'tills',
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    name: byForm(line(TILL_NAME_MAX_CHARS), 'filter', 'sort'),
    /** Station of the till; null if it has no fixed place. */
    station_id: byForm(Id.nullable().default(null), 'filter'),
    currency: atCreation(Currency, 'filter', 'sort'),
    status: byForm(z.enum(ACTIVE_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {
    /** User of the open session; null while it is closed. */
    open_user_id: byServer(Id.nullable(), 'filter'),
    open_user_name: byServer(z.string().nullable()),
    open_since: byServer(Instant.nullable(), 'filter'),
  },
  transitions: { active: ['inactive'], inactive: ['active'] },
})
export type Till = z.output<typeof till.record>
