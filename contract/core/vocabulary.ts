/** All enumerations of the product. The file has no schemas, so that a page can import a list without them. */
import { MENU, PART_RESOURCES } from './resources'

export const ROLES = ['admin', 'manager', 'dispatcher', 'agent', 'accountant', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const USER_STATUSES = ['invited', 'active', 'locked', 'disabled'] as const

export const ACTIVE_STATUSES = ['active', 'inactive'] as const

export const STATION_KINDS = ['airport', 'bus_station', 'rail_station', 'port', 'hotel', 'city_point', 'stop'] as const
export const WHEELCHAIR_BOARDING = ['unknown', 'yes', 'no'] as const

export const VEHICLE_CATEGORIES = ['sedan', 'minivan', 'minibus', 'coach', 'accessible', 'other'] as const
export const VEHICLE_AMENITIES = [
  'wifi',
  'power',
  'toilet',
  'air_conditioning',
  'reclining_seats',
  'bike_rack',
  'ramp',
] as const
export const VEHICLE_STATUSES = ['available', 'out_of_service', 'retired'] as const
export const DOWNTIME_KINDS = ['breakdown', 'maintenance', 'inspection', 'cleaning'] as const

export const SERVICE_KINDS = ['scheduled', 'shuttle', 'transfer', 'private_hire'] as const
export const ROUTE_STATUSES = ['draft', 'active', 'retired'] as const
/** GTFS booking_rules.booking_type: 0 real time, 1 same day, 2 up to prior days. */
export const BOOKING_TYPES = ['real_time', 'same_day', 'prior_days'] as const
/** GTFS stop_times.pickup_type / drop_off_type, in the order of their numbers 0 to 3. */
export const STOP_ACCESS = ['regular', 'none', 'phone_agency', 'ask_driver'] as const

export const PASSENGER_CATEGORIES = ['adult', 'child', 'infant', 'youth', 'senior', 'prm'] as const
export const PASSENGER_NEEDS = ['wheelchair', 'child_seat', 'assistance'] as const
export const PASSENGER_STATUSES = ['booked', 'checked_in', 'boarded', 'no_show', 'cancelled'] as const

export const STAFF_ROLES = ['driver', 'guide', 'agent', 'dispatcher', 'mechanic'] as const
export const STAFF_STATUSES = ['active', 'suspended', 'left'] as const
export const LICENCE_CATEGORIES = ['B', 'BE', 'C', 'CE', 'D1', 'D', 'DE'] as const
export const ABSENCE_KINDS = ['leave', 'sick', 'training'] as const
export const ABSENCE_STATES = ['requested', 'approved', 'rejected'] as const

export const CUSTOMER_KINDS = ['person', 'company'] as const
/** Shared values that indicate a duplicate customer. */
export const DUPLICATE_EVIDENCE = ['phone', 'email', 'name', 'near_name'] as const

export const JOURNEY_KINDS = ['passenger', 'positioning'] as const
export const SALES_STATUSES = ['open', 'closed', 'on_request'] as const
export const SERVICE_STATUSES = [
  'draft',
  'scheduled',
  'boarding',
  'in_progress',
  'interrupted',
  'completed',
  'cancelled',
] as const
export const AVAILABILITY_STATUSES = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'] as const

export const RESOURCE_KINDS = ['vehicle', 'staff'] as const
export const ALLOCATION_SOURCES = ['journey', 'hire', 'downtime', 'absence'] as const
export const ALLOCATION_STATES = ['tentative', 'firm', 'released'] as const

export const ENVIRONMENTS = ['live', 'test'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
export const RESERVATION_KINDS = ['seat', 'private_hire'] as const
export const CHANNELS = ['back_office', 'phone', 'web', 'partner'] as const
export const RESERVATION_STATUSES = [
  'on_hold',
  'pending',
  'confirmed',
  'checked_in',
  'boarded',
  'completed',
  'no_show',
  'cancelled',
  'expired',
  'rejected',
] as const
/** Why a request is rejected. */
export const REJECT_REASONS = [
  'no_capacity',
  'no_vehicle',
  'no_driver',
  'short_notice',
  'outside_area',
  'child_seat_unavailable',
  'other',
] as const
/** Why a booking is changed or cancelled. */
export const CHANGE_CAUSES = [
  'customer_request',
  'illness',
  'weather',
  'missed_connection',
  'booking_error',
  'service_disruption',
  'other',
] as const
export type ChangeCause = (typeof CHANGE_CAUSES)[number]
export const SCAN_ACTIONS = ['verify', 'check_in', 'board'] as const
/** `lapsed` = the offer was not taken, `expired` = the departure left or was cancelled before an offer. */
export const WAITING_STATES = ['waiting', 'offered', 'booked', 'lapsed', 'withdrawn', 'expired'] as const
/** Why free seats are not offered to a waiting party. */
export const WAITING_SKIP_REASONS = ['no_space', 'no_fare', 'off_sale', 'blocked', 'other'] as const
export type WaitingSkipReason = (typeof WAITING_SKIP_REASONS)[number]
export const PAYMENT_STATUSES = ['unpaid', 'part_paid', 'paid', 'refund_due', 'refunded'] as const
/** Payment methods of a reservation. */
export const PAYMENT_METHODS = ['cash', 'terminal', 'link', 'transfer', 'on_account', 'partner'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
/** Methods of payments and refunds at the desk. */
export const DESK_METHODS = ['cash', 'terminal', 'transfer'] as const
export type DeskMethod = (typeof DESK_METHODS)[number]
/** Methods of payments and refunds. `opening`: from before the ledger began. `written_off`: no longer claimed. */
export const MONEY_METHODS = [...DESK_METHODS, 'link', 'opening', 'written_off'] as const
export type MoneyMethod = (typeof MONEY_METHODS)[number]
/** File formats of the journal, by program; ledger also reads `hledger`. */
export const JOURNAL_FORMATS = ['hledger', 'beancount', 'csv'] as const
export type JournalFormat = (typeof JOURNAL_FORMATS)[number]
export const PAYMENT_DIRECTIONS = ['payment', 'refund'] as const
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number]
/** Kinds of payments in the books. `lapse`: the part of a write-off that is not owed any more. */
export const PAYMENT_KINDS = [...PAYMENT_DIRECTIONS, 'reversal', 'write_off', 'lapse'] as const
/** Only a `posted` payment counts; a `pending` one becomes `posted`, `voided` or `expired`. */
export const PAYMENT_STATES = ['pending', 'posted', 'voided', 'expired'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
/** Where money moved. `system`: by an automatic action of the server. */
export const MONEY_PLACES = ['desk', 'till', 'portal', 'provider', 'system'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]
export const LEDGER_KINDS = [
  'opening',
  'sold',
  'changed',
  'travelled',
  'cancelled',
  'reinstated',
  'handed_over',
  'farmed_out',
  'paid',
  'refunded',
  'written_off',
  'reversed',
  'provider_paid_out',
  'statement_paid',
  'operator_paid',
  'till_opened',
  'till_moved',
  'till_counted',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]
export const PAYMENT_PROVIDERS = ['fake', 'stripe'] as const
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number]
export const TILL_COUNT_KINDS = ['opening', 'hand_over', 'closing'] as const

export const PARTNER_KINDS = ['reseller', 'affiliate', 'integration'] as const
export const PARTNER_STATUSES = ['draft', 'active', 'suspended', 'terminated'] as const
export const COMMISSION_MODES = ['percent', 'net_rate', 'none'] as const
export const CANCEL_RIGHTS = ['none', 'before_departure', 'per_policy'] as const
export const PARTNER_ROLES = ['owner', 'developer', 'agent', 'viewer'] as const
export const INVITATION_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const
export const CREDENTIAL_STATES = ['active', 'rotating', 'revoked', 'expired'] as const
export const CREDENTIAL_SCOPES = ['journeys:read', 'trips:read', 'trips:write', 'webhooks:manage'] as const
export type PartnerRole = (typeof PARTNER_ROLES)[number]
export type CredentialScope = (typeof CREDENTIAL_SCOPES)[number]

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const
/** `gone`: the receiver answered 410. `failing`: no delivery succeeded for days. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const
/** `failed`: given up after the last retry, or when its receiver was disabled. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const

/** Scenarios of mock trips in the test environment. */
export const SANDBOX_SCENARIOS = [
  'happy_path',
  'hold_expires',
  'sold_out_on_confirm',
  'price_changed',
  'operator_cancels',
  'moved_to_later',
  'delay_45',
  'vehicle_changed',
  'no_show',
  'amend_pending',
  'webhook_500_then_ok',
  'slow_9s',
  'rate_limited',
] as const
export type SandboxScenario = (typeof SANDBOX_SCENARIOS)[number]
/** Steps of a mock trip. An `awaits_` step waits for a call of the partner, which then gets this result. */
export const SANDBOX_STEPS = [
  'hold',
  'request',
  'confirm',
  'expire',
  'cancel_by_operator',
  'move_to_later',
  'delay_45',
  'change_vehicle',
  'check_in',
  'complete',
  'no_show',
  'fail_webhook_once',
  'awaits_sold_out',
  'awaits_price_changed',
  'awaits_slow_answer',
  'awaits_rate_limit',
] as const
export type SandboxStep = (typeof SANDBOX_STEPS)[number]
export const SANDBOX_STATES = ['running', 'finished', 'stopped'] as const

/** Checks that a partner's integration must pass in the test environment before it sells. */
export const CERTIFICATION_ITEMS = [
  'search_journeys',
  'quote',
  'hold_once',
  'confirm_at_price',
  'read_tickets',
  'correct_names',
  'simulate_cancellation',
  'cancel',
  'meet_refusal',
  'receive_webhook',
] as const
export type CertificationItem = (typeof CERTIFICATION_ITEMS)[number]

export const ADDON_CATEGORIES = [
  'luggage',
  'child_seat',
  'meet_greet',
  'pet',
  'bike',
  'meal',
  'insurance',
  'flex',
  'other',
] as const
export const ADDON_PRICINGS = ['per_reservation', 'per_passenger', 'per_leg', 'per_unit', 'percent_of_fare'] as const

export const RULE_STAGES = ['base_override', 'fare_adjust', 'total_adjust', 'limit'] as const
export const RULE_EFFECTS = ['set_amount', 'add_amount', 'add_percent', 'min_total', 'max_total'] as const
export const PERCENT_BASES = ['base_fare', 'running'] as const
export const TRIP_TYPES = ['one_way', 'return'] as const
export const LEG_DIRECTIONS = ['outbound', 'return'] as const
export const WAYS_BACK = ['ahead', 'begun'] as const
export const PRICE_LINE_KINDS = [
  'base_fare',
  'rule',
  'limit',
  'rounding',
  'addon',
  'override',
  'tax_info',
  'cancellation_fee',
  'amendment',
] as const
export const TAX_MODES = ['inclusive', 'exclusive'] as const
export type TaxMode = (typeof TAX_MODES)[number]
/** Why a pricing rule does not apply: an unmet condition (all rules check validity and currency), or an earlier rule. */
export const RULE_REJECTIONS = [
  'route',
  'service_kind',
  'origin',
  'destination',
  'zones',
  'vehicle_type',
  'season',
  'weekday',
  'depart_time',
  'travel_date',
  'sale_at',
  'lead_time',
  'load',
  'passenger_category',
  'party_size',
  'channel',
  'partner',
  'customer_tag',
  'promo_code',
  'trip_type',
  'validity',
  'currency',
  'exclusive_group',
  'stop_stage',
  'superseded',
] as const
/** Condition of a pricing rule. */
export type RuleDimension = Exclude<(typeof RULE_REJECTIONS)[number], 'exclusive_group' | 'stop_stage' | 'superseded'>

export const NOTIFICATION_TYPES = [
  'success',
  'warning',
  'error',
  'vehicle_update',
  'route_update',
  'reservation_update',
  'system_alert',
] as const

export const MAIL_KINDS = [
  'booking_confirmed',
  'booking_changed',
  'booking_moved',
  'booking_cancelled',
  'booking_declined',
  'departure_delayed',
  'departure_on_time',
  'trip_reminder',
  'tickets',
  'account_invitation',
  'account_password',
  'partner_invitation',
  'payment_link',
  'job_farmed_out',
  'job_changed',
  'job_reminder',
  'job_withdrawn',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'kept'] as const

/** Users to whom the list offers a saved view. */
export const VIEW_AUDIENCES = ['me', 'role', 'everyone'] as const

/** Purposes of a link to choose a password. */
export const ACCOUNT_LINK_PURPOSES = ['invitation', 'password'] as const
export type AccountLinkPurpose = (typeof ACCOUNT_LINK_PURPOSES)[number]

export const ACTOR_KINDS = ['user', 'partner', 'system'] as const

export const CONSOLE_RESOURCES = [...MENU.transport, ...MENU.pricing, ...MENU.administration] as const
export type ConsoleResource = (typeof CONSOLE_RESOURCES)[number]
export type MenuGroup = keyof typeof MENU

export const RESOURCES = [...CONSOLE_RESOURCES, ...PART_RESOURCES] as const
export type Resource = (typeof RESOURCES)[number]

/** Resources that only the server writes. */
export const READ_ONLY_RESOURCES: readonly Resource[] = ['mails', 'payments', 'audit-events']

/** Records with passwords, keys, seats or money, which cannot be restored from their fields. */
const LOST_WHEN_DELETED: readonly Resource[] = ['journeys', 'reservations', 'users', 'partners', ...READ_ONLY_RESOURCES]

/** Records that can be restored from their fields. */
export const RESTORABLE_RESOURCES: readonly Resource[] = RESOURCES.filter(
  (resource) => !LOST_WHEN_DELETED.includes(resource),
)

/** Kinds of tasks, which continue after the response to the call that started them. */
export const TASK_KINDS = ['bulk', 'import', 'undo', 'timetable', 'generation', 'backup', 'export'] as const
export const TASK_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]
export const TASK_FAILURES = [
  'person_gone',
  'refused',
  'feed_in_error',
  'backup_failed',
  'file_too_large',
  'internal',
] as const
/** Results of one row of a task. */
export const TASK_OUTCOMES = [
  'waiting',
  'created',
  'updated',
  'unchanged',
  'deleted',
  'restored',
  'exported',
  'refused',
] as const
export type TaskOutcome = (typeof TASK_OUTCOMES)[number]

export const BACKUP_STATES = ['queued', 'running', 'succeeded', 'failed'] as const
/** How a backup was verified: restored in memory to the last row, or read to its end because it is large. */
export const BACKUP_VERDICTS = ['restored', 'opened'] as const
export const BACKUP_FAILURES = ['no_space', 'not_writable', 'not_whole', 'interrupted', 'internal'] as const

/** Resources with an import from tables. Others have too many parts for a row, or are sold, planned or invited singly. */
export const IMPORTED_RESOURCES = [
  'stations',
  'vehicle-types',
  'vehicles',
  'staff',
  'customers',
  'seasons',
  'addons',
] as const
export type ImportedResource = (typeof IMPORTED_RESOURCES)[number]
