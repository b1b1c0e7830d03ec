import type { Generated, GeneratedAlways } from 'kysely'
import type { PriceLine } from '../../contract/core/price-line'
import type * as accounts from './account-tables'
import type { Entities } from '../../contract/entities'
import type {
  ALLOCATION_SOURCES,
  ALLOCATION_STATES,
  CREDENTIAL_SCOPES,
  CREDENTIAL_STATES,
  ENVIRONMENTS,
  INVITATION_STATES,
  LEG_DIRECTIONS,
  PARTNER_ROLES,
  PASSENGER_CATEGORIES,
  PASSENGER_NEEDS,
  PASSENGER_STATUSES,
  PAYMENT_STATUSES,
  RESOURCE_KINDS,
  Resource,
  STOP_ACCESS,
  WAYS_BACK,
} from '../../contract/core/vocabulary'
import type { LANGUAGES } from '../../contract/core/languages'
import type * as money from './money-tables'
import type * as records from './record-tables'
import type { Base, Json, JsonWithDefault, OneOf, Stored } from './table-columns'

type UsersTable = Stored<Entities['users']> & {
  password_hash: string | null
  password_expires_at: string | null
  must_change_password: Generated<boolean>
  mfa_enabled: Generated<boolean>
  last_login_at: string | null
}

type RoutesTable = Stored<Entities['routes'], 'stops'> & {
  pattern_version: Generated<number>
  stop_count: Generated<number>
  origin_station_id: string | null
  destination_station_id: string | null
}

type VehicleDowntimesTable = Stored<Entities['vehicle-downtimes']> & { created_by_user_id: string | null }

type CustomersTable = Stored<Entities['customers']> & { merged_into_id: string | null; anonymised_at: string | null }

type JourneysTable = Stored<Entities['journeys'], 'capacity'> & {
  capacity: number
  code: string
  pattern_version: number
  departs_at: string
  arrives_at: string
  timezone: string
  origin_station_id: string
  destination_station_id: string
  call_count: number
  operated_by_partner_id: Generated<string | null>
  capacity_limit: number | null
  seats: number
  wheelchair_spaces: Generated<number>
  child_seats: Generated<number>
  luggage_units: Generated<number>
  peak_load: Generated<number>
  peak_wheelchairs: Generated<number>
  peak_child_seats: Generated<number>
  peak_luggage_units: Generated<number>
  seats_left: GeneratedAlways<number>
  is_short: GeneratedAlways<boolean>
}

type ReservationsTable = Stored<Entities['reservations'], 'legs' | 'passengers'> & {
  reference: string
  hold_expires_at: string | null
  currency: string
  price_lines: JsonWithDefault<PriceLine[]>
  price_hash: string | null
  total_minor: Generated<number>
  paid_minor: Generated<number>
  commission_minor: number | null
  kept_sale: Json<Record<string, unknown> | null>
  addon_units: JsonWithDefault<
    { addon_id: string; units: number; direction?: OneOf<typeof LEG_DIRECTIONS>; legs?: number[] }[]
  >
  payment_status: Generated<OneOf<typeof PAYMENT_STATUSES>>
  booked_by_user_id: string | null
  hold_extensions: Generated<number>
  way_back: OneOf<typeof WAYS_BACK> | null
  price_version: Generated<number>
  cancelled_at: string | null
  cancelled_from: Json<Record<string, unknown> | null>
  cancellation_fee_minor: Generated<number>
  vehicle_id: string | null
  driver_id: string | null
  operated_by_partner_id: Generated<string | null>
  operator_cost_minor: number | null
  travel_at: string | null
  seats: Generated<number>
  wheelchairs: Generated<number>
  child_seats: Generated<number>
  luggage_units: Generated<number>
  journey_id: string | null
  origin_station_id: string | null
  destination_station_id: string | null
}

interface StationExternalRefsTable {
  scheme: string
  value: string
  station_id: string
}

interface RoutePatternsTable {
  route_id: string
  version: number
  created_at: Generated<string>
}

interface RouteStopsTable {
  route_id: string
  pattern_version: number
  seq: number
  station_id: string
  arrive_offset_min: number
  depart_offset_min: number
  pickup_type: Generated<OneOf<typeof STOP_ACCESS>>
  drop_off_type: Generated<OneOf<typeof STOP_ACCESS>>
  is_approximate: Generated<boolean>
}

interface ResourceAllocationsTable {
  id: string
  resource_kind: OneOf<typeof RESOURCE_KINDS>
  resource_id: string
  source: OneOf<typeof ALLOCATION_SOURCES>
  source_id: string
  busy_from: string
  /** Null = without end. */
  busy_to: string | null
  state: OneOf<typeof ALLOCATION_STATES>
  created_at: Generated<string>
}

interface PartnerMembersTable extends Base {
  partner_id: string
  email: string
  first_name: string | null
  last_name: string | null
  role: OneOf<typeof PARTNER_ROLES>
  password_hash: string | null
  mfa_enabled: Generated<boolean>
  last_login_at: string | null
}

interface PartnerInvitationsTable extends Base {
  partner_id: string
  email: string
  role: OneOf<typeof PARTNER_ROLES>
  language: Generated<OneOf<typeof LANGUAGES>>
  token_sha256: string
  state: Generated<OneOf<typeof INVITATION_STATES>>
  expires_at: string
  accepted_at: string | null
  invited_by_user_id: string | null
}

interface PartnerCallDaysTable {
  partner_id: string
  day: string
  recorded_bytes: Generated<number>
  throttled: Generated<number>
  unrecorded: Generated<number>
}

interface PartnerCredentialsTable extends Base {
  partner_id: string
  name: string
  environment: OneOf<typeof ENVIRONMENTS>
  prefix: string
  last4: string
  token_sha256: string
  scopes: OneOf<typeof CREDENTIAL_SCOPES>[]
  ip_allowlist: Generated<string[]>
  expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  expiry_told_at: string | null
  made_by_member_id: string | null
  state: Generated<OneOf<typeof CREDENTIAL_STATES>>
}

interface JourneyCallsTable {
  journey_id: string
  seq: number
  station_id: string
  planned_arrive: string
  planned_depart: string
  expected_arrive: string | null
  expected_depart: string | null
  actual_arrive: string | null
  actual_depart: string | null
  pickup_type: Generated<OneOf<typeof STOP_ACCESS>>
  drop_off_type: Generated<OneOf<typeof STOP_ACCESS>>
  platform: string | null
  is_approximate: Generated<boolean>
}

interface JourneyLegsTable {
  journey_id: string
  leg_seq: number
  capacity: number
  overbooking_allowance: Generated<number>
  confirmed: Generated<number>
  held: Generated<number>
  wheelchairs: Generated<number>
  child_seats: Generated<number>
  luggage_units: Generated<number>
}

interface ReservationLegsTable {
  reservation_id: string
  /** From 1, in the order of travel. */
  position: number
  journey_id: string
  board_seq: number
  alight_seq: number
  direction: Generated<OneOf<typeof LEG_DIRECTIONS>>
}

interface ReservationPassengersTable {
  id: string
  reservation_id: string
  /** From 1. */
  position: number
  category: OneOf<typeof PASSENGER_CATEGORIES>
  name: string | null
  seat_label: string | null
  needs: Generated<OneOf<typeof PASSENGER_NEEDS>[]>
  ticket_code: string | null
  status: Generated<OneOf<typeof PASSENGER_STATUSES>>
  outbound_status: OneOf<typeof PASSENGER_STATUSES> | null
}

/** Resources with tables that have other columns than their entities; each has its own line in `Database`. */
type OwnTables =
  | 'audit-events'
  | 'customers'
  | 'journeys'
  | 'mails'
  | 'payments'
  | 'reservations'
  | 'routes'
  | 'users'
  | 'vehicle-downtimes'

type TableName<R extends string> = R extends `${infer First}-${infer Rest}` ? `${First}_${TableName<Rest>}` : R

/** Tables derived from entities. The table of a resource has its name. */
type EntityTables = { [R in Exclude<Resource, OwnTables> as TableName<R>]: Stored<Entities[R]> }

/** Departures of partners' holds that lapsed without a sale. */
interface LapsedHoldsTable {
  reservation_id: string
  journey_id: string
  partner_id: string
  environment: OneOf<typeof ENVIRONMENTS>
  lapsed_at: string
}

/** Every table with its columns. */
export interface Database extends EntityTables {
  account_links: accounts.AccountLinksTable
  audit_events: records.AuditEventsTable
  auth_sessions: accounts.AuthSessionsTable
  live_tickets: accounts.LiveTicketsTable
  backups: records.BackupsTable
  company: records.CompanyTable
  customers: CustomersTable
  erasures: records.ErasuresTable
  document_numbers: money.DocumentNumbersTable
  gtfs_sources: records.GtfsSourcesTable
  import_links: records.ImportLinksTable
  import_runs: records.ImportRunsTable
  jobs: records.JobsTable
  journey_calls: JourneyCallsTable
  journey_legs: JourneyLegsTable
  journeys: JourneysTable
  lapsed_holds: LapsedHoldsTable
  ledger_entries: money.LedgerEntriesTable
  ledger_transactions: money.LedgerTransactionsTable
  list_columns: records.ListColumnsTable
  login_failures: accounts.LoginFailuresTable
  sign_in_places: accounts.SignInPlacesTable
  mails: records.MailsTable
  deadlines_told: records.NotifiedDeadlinesTable
  notification_preferences: records.NotificationPreferencesTable
  notifications: records.NotificationsTable
  partner_statement_lines: money.PartnerStatementLinesTable
  partner_statements: money.PartnerStatementsTable
  payment_links: money.PaymentLinksTable
  payment_receipts: money.PaymentReceiptsTable
  payments: money.PaymentsTable
  price_lists: records.PriceListsTable
  price_quotes: records.PriceQuotesTable
  partner_api_logs: records.PartnerApiLogsTable
  partner_call_days: PartnerCallDaysTable
  partner_credentials: PartnerCredentialsTable
  partner_invitations: PartnerInvitationsTable
  partner_members: PartnerMembersTable
  partner_recovery_codes: accounts.PartnerRecoveryCodesTable
  partner_second_factors: accounts.PartnerSecondFactorsTable
  partner_session_tokens: accounts.PartnerSessionTokensTable
  partner_sessions: accounts.PartnerSessionsTable
  provider_events: money.ProviderEventsTable
  recovery_codes: accounts.RecoveryCodesTable
  refresh_tokens: accounts.RefreshTokensTable
  reservation_legs: ReservationLegsTable
  reservation_passengers: ReservationPassengersTable
  reservations: ReservationsTable
  resource_allocations: ResourceAllocationsTable
  route_patterns: RoutePatternsTable
  route_stops: RouteStopsTable
  routes: RoutesTable
  saved_views: records.SavedViewsTable
  second_factors: accounts.SecondFactorsTable
  station_external_refs: StationExternalRefsTable
  till_counts: money.TillCountsTable
  till_moves: money.TillMovesTable
  till_sessions: money.TillSessionsTable
  users: UsersTable
  vehicle_downtimes: VehicleDowntimesTable
  webhook_deliveries: records.WebhookDeliveriesTable
  webhook_endpoints: records.WebhookEndpointsTable
  webhook_sequences: records.WebhookSequencesTable
}
