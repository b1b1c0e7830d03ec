import type { Generated } from 'kysely'
import type {
  ACTOR_KINDS,
  LedgerKind,
  MoneyMethod,
  MoneyPlace,
  PaymentDirection,
  PaymentProvider,
  PaymentState,
  TILL_COUNT_KINDS,
} from '../../contract/core/vocabulary'
import type { Account } from '../../contract/core/accounts'
import type { Base, Json, OneOf } from './table-columns'

/* Tables of money: ledger, payments, tills, partner statements, provider events. */

export interface LedgerTransactionsTable {
  id: string
  at: string
  kind: LedgerKind
  reservation_id: string | null
  journey_id: string | null
  payment_id: string | null
  statement_id: string | null
  till_session_id: string | null
  reverses_id: string | null
  actor_kind: OneOf<typeof ACTOR_KINDS>
  actor_id: string | null
  place: MoneyPlace
  reason: string | null
}

export interface LedgerEntriesTable {
  transaction_id: string
  /** From 1. */
  line: number
  account: Account
  sub_id: string | null
  tax_bp: number | null
  amount_minor: number
  currency: string
}

export interface PaymentsTable extends Base {
  reference: string
  direction: PaymentDirection
  method: MoneyMethod
  state: PaymentState
  amount_minor: number
  currency: string
  reservation_id: string | null
  partner_id: string | null
  statement_id: string | null
  posted_at: string | null
  expires_at: string | null
  tendered_minor: number | null
  till_id: string | null
  till_session_id: string | null
  refund_of_id: string | null
  reverses_id: string | null
  provider: PaymentProvider | null
  provider_reference: string | null
  card_brand: string | null
  card_last4: string | null
  fee_minor: number | null
  place: MoneyPlace
  user_id: string | null
  needs_approval: Generated<boolean>
  approved_by_user_id: string | null
  reason: string | null
}

export interface TillSessionsTable extends Base {
  till_id: string
  user_id: string
  opened_at: string
  float_minor: Generated<number>
  /** Difference from the amount left in the till. */
  opening_difference_minor: Generated<number>
  opening_reason: string | null
  /** Null while it is open. */
  closed_at: string | null
  /** The session accepts no cash after this instant. */
  counted_at: string | null
  /** Station of the till at its opening. */
  station_id: string | null
  closed_by_user_id: string | null
  counted_minor: number | null
  expected_minor: number | null
  difference_reason: string | null
  handed_to_session_id: string | null
}

export interface TillCountsTable {
  id: string
  till_session_id: string
  kind: OneOf<typeof TILL_COUNT_KINDS>
  at: string
  user_id: string
  pieces: Json<{ denomination_minor: number; pieces: number }[]>
  total_minor: number
}

export interface TillMovesTable {
  id: string
  at: string
  /** Null = bank. */
  from_session_id: string | null
  to_session_id: string | null
  amount_minor: number
  user_id: string
  reason: string | null
}

export interface PartnerStatementsTable extends Base {
  number: number
  partner_id: string
  from_date: string
  to_date: string
  currency: string
  gross_minor: number
  commission_minor: number
  /** Amount that passengers paid directly to the operator. */
  collected_minor: Generated<number>
  net_minor: number
  paid_minor: Generated<number>
  closed_at: string
  closed_by_user_id: string | null
  due_on: string | null
}

export interface PartnerStatementLinesTable {
  statement_id: string
  /** From 1. */
  position: number
  reservation_id: string
  reference: string
  partner_reference: string | null
  travel_at: string | null
  origin: Json<Record<string, string>> | null
  destination: Json<Record<string, string>> | null
  timezone: Generated<string>
  gross_minor: number
  commission_minor: number
  collected_minor: Generated<number>
  net_minor: number
}

export interface DocumentNumbersTable {
  kind: string
  last: Generated<number>
}

export interface PaymentReceiptsTable {
  payment_id: string
  number: number
  issued_at: string
  issued_by_user_id: string | null
}

export interface PaymentLinksTable {
  id: string
  payment_id: string
  token_sha256: string
  sent_to: string | null
  created_at: Generated<string>
  expires_at: string
  opened_at: string | null
  session_reference: string | null
  session_url: string | null
  session_expires_at: string | null
  looked_up_at: string | null
}

export interface ProviderEventsTable {
  provider: PaymentProvider
  event_id: string
  type: string
  occurred_at: string
  received_at: Generated<string>
  payment_id: string | null
  content: Json<Record<string, unknown>>
}
