import { sql } from 'kysely'
import { may } from '../../contract/core/permissions'
import { RESOURCES, type Resource, type Role } from '../../contract/core/vocabulary'
import type { Condition } from './where'

/** What is part of a record of another kind, by the names that the history has for it. */
const PART_OF: Readonly<Record<string, Resource>> = {
  partner_credentials: 'partners',
  partner_invitations: 'partners',
  partner_members: 'partners',
  webhook_deliveries: 'partners',
  webhook_endpoints: 'partners',
}

/** What the history and the notifications call the kinds of records that a role may not see, and what is part of them. */
export function hiddenTypes(role: Role): string[] {
  const hidden = RESOURCES.filter((resource) => !may(role, 'show', resource))
  const parts = Object.entries(PART_OF).flatMap(([part, of]) => (hidden.includes(of) ? [part] : []))
  return [...hidden, ...parts]
}

/**
 * That a row `t` is about a record that a role may see. What is about no kind of record (exports, tasks, settings) is for
 * those who may see all of them.
 */
export function aboutVisible(role: Role): Condition {
  const mayShow = (resource: Resource) => may(role, 'show', resource)
  if (RESOURCES.every(mayShow)) return sql<boolean>`true`
  const parts = Object.keys(PART_OF).filter((part) => mayShow(PART_OF[part] as Resource))
  return sql<boolean>`t.entity_type = any(${[...RESOURCES.filter(mayShow), ...parts]}::text[])`
}
