import type { Generated } from 'kysely'
import type { AccountCodes } from '../../contract/core/accounts'
import type { PriceLine } from '../../contract/core/price-line'
import type { AuditChange } from '../../contract/entities/audit-event'
import type { MailBlock } from '../../contract/entities/mail'
import type { WEBHOOK_MESSAGE_TYPES } from '../../contract/partner/webhook-events'
import type { ListedResource } from '../../contract/core/listed-resources'
import type {
  ACTOR_KINDS,
  BACKUP_FAILURES,
  BACKUP_STATES,
  BACKUP_VERDICTS,
  DELIVERY_STATES,
  ENVIRONMENTS,
  MAIL_KINDS,
  MAIL_STATUSES,
  NOTIFICATION_TYPES,
  Role,
  TaxMode,
  VIEW_AUDIENCES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_STATUSES,
} from '../../contract/core/vocabulary'
import type { WEBHOOK_EVENTS } from '../../contract/partner/webhook-events'
import type { NOTIFICATION_SCOPES } from '../../contract/entities/notification-preferences'
import type { LANGUAGES } from '../../contract/core/languages'
import type { Base, Json, JsonWithDefault, OneOf } from './table-columns'

/* Tables of history, messages, jobs, imports and settings. */

export interface SavedViewsTable extends Base {
  resource: ListedResource
  name: string
  owner_id: string | null
  audience: OneOf<typeof VIEW_AUDIENCES>
  role: Role | null
  is_default: Generated<boolean>
  filter: JsonWithDefault<Record<string, unknown>>
  sort: Json<{ field: string; order: 'ASC' | 'DESC' }>
  columns: Generated<string[]>
  per_page: number
}

export interface ListColumnsTable {
  user_id: string
  resource: ListedResource
  columns: string[]
}

export interface BackupsTable {
  id: string
  state: (typeof BACKUP_STATES)[number]
  due_at: string | null
  started_by: string
  created_at: string
  started_at: string | null
  finished_at: string | null
  file: string | null
  bytes: number | null
  row_count: number | null
  verdict: (typeof BACKUP_VERDICTS)[number] | null
  failure: (typeof BACKUP_FAILURES)[number] | null
  removed_at: string | null
}

export interface ErasuresTable {
  customer_id: string
  at: string
  by_name: string
  reason: string
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

export interface WebhookEndpointsTable extends Base {
  partner_id: string
  environment: OneOf<typeof ENVIRONMENTS>
  url: string
  description: string | null
  events: OneOf<typeof WEBHOOK_EVENTS>[]
  status: Generated<OneOf<typeof WEBHOOK_STATUSES>>
  disabled_reason: OneOf<typeof WEBHOOK_DISABLED_REASONS> | null
  disabled_at: string | null
  failing_since: string | null
  last_success_at: string | null
  last_failure_at: string | null
  /** Encrypted. */
  secret: string
  secret_last4: string
  previous_secret: string | null
  previous_secret_until: string | null
}

export interface WebhookSequencesTable {
  partner_id: string
  environment: OneOf<typeof ENVIRONMENTS>
  object_id: string
  last: number
  updated_at: Generated<string>
}

export interface WebhookDeliveriesTable {
  id: string
  created_at: string
  endpoint_id: string
  partner_id: string
  environment: OneOf<typeof ENVIRONMENTS>
  type: OneOf<typeof WEBHOOK_MESSAGE_TYPES>
  object_id: string | null
  trip_reference: string | null
  partner_reference: string | null
  payload: string
  state: Generated<OneOf<typeof DELIVERY_STATES>>
  attempts: Generated<number>
  tries: Generated<number>
  next_attempt_at: string | null
  claimed_until: string | null
  fail_first: Generated<number>
  delivered_at: string | null
  last_status: number | null
  last_error: string | null
  last_duration_ms: number | null
}

export interface CompanyTable {
  /** Mark of the feeds that it exports. */
  feed_id: Generated<string>
  country: string | null
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
  contact_email: string | null
  contact_phone: string | null
  rebooking_allowed: Generated<boolean>
  refund_limit_minor: Generated<number | null>
  cash_needs_till: Generated<boolean>
  account_codes: JsonWithDefault<AccountCodes>
  customers_kept_months: number | null
  mail_content_kept_days: number | null
  partner_log_kept_days: Generated<number>
  notifications_kept_days: Generated<number>
  sessions_kept_days: Generated<number>
  /** When all customers past their retention time were last erased. */
  retention_done_at: string | null
  backup_hour: number | null
  backups_kept: Generated<number>
  backups_since: Generated<string>
  backups_missed_at: string | null
  /** Changes with each change of rules, seasons or add-ons. */
  price_list_version: Generated<string>
}

/** Price lists that sales used, unchanged. */
export interface PriceListsTable {
  version: string
  content: Json<Record<string, unknown>>
  created_at: Generated<string>
}

/** Quoted prices, stored until they expire. */
export interface PriceQuotesTable {
  price_hash: string
  currency: string
  total_minor: number
  lines: Json<PriceLine[]>
  expires_at: string
}

export interface AuditEventsTable {
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
  /** Null for the creation of a record that itself shows its initial values. */
  changes: Json<AuditChange[] | null>
  reason: string | null
}

export interface NotificationPreferencesTable {
  user_id: string
  scope: OneOf<typeof NOTIFICATION_SCOPES>
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
  /** Null if the text is derived from `kind` when it is read. */
  title: string | null
  message: string | null
  notification_type: OneOf<typeof NOTIFICATION_TYPES>
  is_read: Generated<boolean>
  read_at: string | null
  action_url: string | null
  entity_type: string | null
  entity_id: string | null
  created_at: Generated<string>
  /** Shared by all recipients of one event; null for a notification to one person. */
  event_id: string | null
  kind: string | null
  wording: JsonWithDefault<Record<string, string | number>>
  /** Constant as the group grows; null for a single notification. */
  group_id: string | null
  /** Whether further records of its kind are added while it is unread. */
  is_open: Generated<boolean>
  /** Records that the group covers, the latest last; empty for a single notification. */
  record_ids: Generated<string[]>
}

/** Future deadlines already notified, so that each is notified only once. */
export interface NotifiedDeadlinesTable {
  event: string
  record_id: string
  due_at: string
}

export interface JobsTable {
  id: string
  kind: string
  payload: Json<Record<string, unknown>>
  key: string | null
  lane: string | null
  place: string | null
  created_at: Generated<string>
  run_at: Generated<string>
  attempts: Generated<number>
  locked_until: string | null
  last_error: string | null
  failed_at: string | null
}

export interface MailsTable extends Base {
  kind: OneOf<typeof MAIL_KINDS>
  status: OneOf<typeof MAIL_STATUSES>
  language: OneOf<typeof LANGUAGES>
  recipient: string
  subject: string
  content: Json<MailBlock[]>
  attachments: JsonWithDefault<{ reservation_id: string; name: string }[]>
  error: string | null
  attempts: Generated<number>
  sent_at: string | null
  entity_type: string | null
  entity_id: string | null
  entity_label: string | null
  job_id: string | null
}

export interface ImportLinksTable {
  source: string
  kind: string
  external_id: string
  record_id: string
  /** Shows whether the imported row has changed since. */
  fingerprint: string
}

export interface GtfsSourcesTable {
  id: string
  /** Source of its import links. */
  key: string
  name: string
  is_own: Generated<boolean>
  created_at: Generated<string>
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
