import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { TILL_NAME_MAX_CHARS } from '../core/money-limits'
import { atCreation, byForm } from '../core/ownership'
import { Code, Currency, Id, Instant, line } from '../core/scalars'
import { ACTIVE_STATUSES } from '../core/vocabulary'

/** A cash drawer or box. Its sessions record its user and its counts. */
export const till = defineEntity({
  resource: 'tills',
  writable: {
    code: Code,
    name: line(TILL_NAME_MAX_CHARS),
    /** Station of the till; null if it has no fixed place. */
    station_id: Id.nullable().default(null),
    currency: Currency,
    status: z.enum(ACTIVE_STATUSES).default('active'),
  },
  computed: {
    /** User of the open session; null while it is closed. */
    open_user_id: Id.nullable(),
    open_user_name: z.string().nullable(),
    open_since: Instant.nullable(),
  },
  setBy: { ...byForm('code', 'name', 'station_id', 'status'), ...atCreation('currency') },
  filterable: [
    'code',
    'name',
    'station_id',
    'currency',
    'status',
    'open_user_id',
    'open_since',
    'created_at',
    'updated_at',
  ],
  sortable: ['code', 'name', 'currency', 'status', 'created_at', 'updated_at'],
  transitions: { active: ['inactive'], inactive: ['active'] },
})
export type Till = z.output<typeof till.record>
