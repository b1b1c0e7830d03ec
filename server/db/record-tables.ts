import type { Generated, GeneratedAlways } from 'kysely'
import type { AuditChange, PriceLine } from '../../contract/entities'
import type { ACTOR_KINDS, ENVIRONMENTS, NOTIFICATION_TYPES, TaxMode } from '../../contract/vocabulary'
import type { Json, JsonWithDefault, OneOf, Searched } from './table-columns'

/* The tables of the machinery: sessions, history, messages, imports. */

export interface AuthSessionsTable {
  id: string
  user_id: string
  created_at: Generated<string>
  last_used_at: Generated<string>
  expires_at: string
  revoked_at: string | null
  revoke_reason: string | null
  ip: string | null
  user_agent: string | null
}

export interface RefreshTokensTable {
  token_hash: string
  session_id: string
  parent_hash: string | null
  created_at: Generated<string>
  used_at: string | null
  expires_at: string
}

export interface PartnerSessionsTable {
  id: string
  member_id: string
  created_at: Generated<string>
  last_used_at: Generated<string>
  expires_at: string
  revoked_at: string | null
  revoke_reason: string | null
  ip: string | null
  user_agent: string | null
}

export interface PartnerSessionTokensTable {
  token_sha256: string
  session_id: string
  created_at: Generated<string>
  expires_at: string
  /** When the next token was given out for this one. */
  replaced_at: string | null
}

export interface PartnerApiLogsTable {
  id: string
  at: string
  partner_id: string
  credential_id: string | null
  environment: OneOf<typeof ENVIRONMENTS>
  direction: Generated<'inbound' | 'webhook'>
  method: string
  path: string
  query: Generated<string>
  status: number
  problem_code: string | null
  duration_ms: number
  ip: string | null
  user_agent: string | null
  request_id: string
  idempotency_key: string | null
  trip_reference: string | null
  partner_reference: string | null
  request_headers: JsonWithDefault<Record<string, string>>
  request_body: string | null
  response_headers: JsonWithDefault<Record<string, string>>
  response_body: string | null
}

export interface LoginFailuresTable {
  id: GeneratedAlways<number>
  /** As typed, in small letters. */
  account: string
  ip: string | null
  at: Generated<string>
}

export interface CompanyTable {
  id: Generated<1>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  name: string
  currency: string
  timezone: string
  locale: string
  cancellation_policy: JsonWithDefault<{ hours_before: number; percent_bp: number }[]>
  fare_tax_bp: Generated<number>
  tax_mode: Generated<TaxMode>
  price_increment_minor: Generated<number>
  /** Another one after each change of rules, seasons or add-ons. */
  price_list_version: Generated<string>
}

/** Prices that were told, for as long as they are promised. */
export interface PriceQuotesTable {
  price_hash: string
  currency: string
  total_minor: number
  lines: Json<PriceLine[]>
  expires_at: string
}

export interface AuditEventsTable extends Searched {
  id: string
  at: Generated<string>
  actor_kind: OneOf<typeof ACTOR_KINDS>
  actor_id: string | null
  actor_name: string
  ip: string | null
  request_id: string | null
  action: string
  entity_type: string | null
  entity_id: string | null
  entity_label: string | null
  changes: JsonWithDefault<AuditChange[]>
  reason: string | null
}

export interface NotificationPreferencesTable {
  user_id: string
  muted_types: OneOf<typeof NOTIFICATION_TYPES>[]
  station_ids: string[]
  sound: boolean
  browser: boolean
  quiet_from: string | null
  quiet_until: string | null
}

export interface NotificationsTable {
  id: string
  user_id: string
  title: string
  message: string
  notification_type: OneOf<typeof NOTIFICATION_TYPES>
  is_read: Generated<boolean>
  read_at: string | null
  action_url: string | null
  entity_type: string | null
  entity_id: string | null
  created_at: Generated<string>
  /** The same for all readers of one event; null where it was written to one person. */
  event_id: string | null
  kind: string | null
  wording: JsonWithDefault<Record<string, string | number>>
}

export interface OutboxTable {
  id: string
  topic: string
  payload: Json<Record<string, unknown>>
  created_at: Generated<string>
  available_at: Generated<string>
  attempts: Generated<number>
  last_error: string | null
  done_at: string | null
}

export interface ImportLinksTable {
  source: string
  kind: string
  external_id: string
  record_id: string
  /** Tells whether the imported row has changed since. */
  fingerprint: string
}

export interface ImportRunsTable {
  id: string
  kind: string
  source: string
  started_by: string | null
  started_at: Generated<string>
  finished_at: string | null
  state: string
  progress: JsonWithDefault<unknown>
  report: Json<unknown>
}
