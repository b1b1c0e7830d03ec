import { sql } from 'kysely'
import { may } from '../../contract/core/permissions'
import { RESOURCES, type Resource, type Role } from '../../contract/core/vocabulary'
import type { Condition } from './where'

/** Record types that are part of another resource, as the history names them. */
const PART_OF: Readonly<Record<string, Resource>> = {
  partner_credentials: 'partners',
  partner_invitations: 'partners',
  partner_members: 'partners',
  webhook_deliveries: 'partners',
  webhook_endpoints: 'partners',
}

/** Returns the record types, as the history and the notifications name them, that a role may not see, with their parts. */
export function hiddenTypes(role: Role): string[] {
  const hidden = RESOURCES.filter((resource) => !may(role, 'show', resource))
  const parts = Object.entries(PART_OF).flatMap(([part, of]) => (hidden.includes(of) ? [part] : []))
  return [...hidden, ...parts]
}

/**
 * Returns the condition that a row `t` is about a record that a role may see. Rows about no record (exports, tasks,
 * settings) are for roles that may see all resources.
 */
export function aboutVisible(role: Role): Condition {
  const mayShow = (resource: Resource) => may(role, 'show', resource)
  if (RESOURCES.every(mayShow)) return sql<boolean>`true`
  const parts = Object.keys(PART_OF).filter((part) => mayShow(PART_OF[part] as Resource))
  return sql<boolean>`t.entity_type = any(${[...RESOURCES.filter(mayShow), ...parts]}::text[])`
}
