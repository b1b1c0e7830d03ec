import { sql } from 'kysely'
import { allotment } from '../../../contract/entities/allotment'
import { partner } from '../../../contract/entities/partner'
import { findBlockers } from '../../crud/blockers'
import type { BlockedBy, StoreOptions } from '../../crud/store-options'

export { activeOperators } from '../../kernel/operators'

/** Unfinished journeys and reservations that a partner operates. */
const RUNNING: readonly BlockedBy[] = [
  {
    resource: 'journeys',
    table: 'journeys',
    column: 'operated_by_partner_id',
    label: 'code',
    where: `service_status not in ('completed', 'cancelled')`,
  },
  {
    resource: 'reservations',
    table: 'reservations',
    column: 'operated_by_partner_id',
    label: 'reference',
    where: `status in ('confirmed', 'checked_in', 'boarded')`,
  },
]

export const partnersStore: StoreOptions = {
  entity: partner,
  table: 'partners',
  label: (row) => String(row['code']),
  blockedBy: [
    { resource: 'reservations', table: 'reservations', column: 'partner_id', label: 'reference' },
    { resource: 'allotments', table: 'allotments', column: 'partner_id', label: 'id::text' },
    { resource: 'journeys', table: 'journeys', column: 'operated_by_partner_id', label: 'code' },
    { resource: 'reservations', table: 'reservations', column: 'operated_by_partner_id', label: 'reference' },
    { resource: 'pricing-rules', table: 'pricing_rules', column: 'partner_ids', list: true, label: 'code' },
  ],
  usedBy: RUNNING,
  elsewhere: {
    statement_due_at: `select (min(s.due_on) + 1)::timestamp at time zone t.timezone
      from partner_statements s where s.partner_id = t.id and s.paid_minor <> s.net_minor`,
  },
  settled: {
    currency: async (tx, { id }) =>
      (await tx
        .selectFrom('reservations')
        .select('id')
        .where('partner_id', '=', id)
        .where('environment', '=', 'live')
        .limit(1)
        .executeTakeFirst()) !== undefined,
    kind: async (tx, { id }) => (await findBlockers(tx, RUNNING, id)).length > 0,
  },
  filters: {
    messages_failing: () =>
      sql<boolean>`t.id in (
        select e.partner_id from webhook_endpoints e
        where e.environment = 'live' and (e.status = 'disabled' or e.status = 'active' and e.failing_since is not null))`,
  },
}

export const allotmentsStore: StoreOptions = {
  entity: allotment,
  table: 'allotments',
  label: (row) => `${String(row['seats'])} seats`,
}
