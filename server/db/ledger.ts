import { sql } from 'kysely'
import type { Account } from '../../contract/core/accounts'
import type { LedgerKind, MoneyPlace } from '../../contract/core/vocabulary'
import type { Parts } from './parts'

export interface LedgerEntry {
  account: Account
  /** Till or partner that the account is subdivided by. */
  sub_id: string | null
  /** Tax rate that the account is subdivided by, in basis points. */
  tax_bp: number | null
  /** Amount in minor units: positive = debit, negative = credit. */
  amount_minor: number
}

/** Ledger transaction with its entries, as it is written. */
export interface LedgerRow {
  id: string
  kind: LedgerKind
  reservation_id: string | null
  journey_id: string | null
  payment_id: string | null
  statement_id: string | null
  till_session_id: string | null
  reverses_id: string | null
  actor_kind: 'user' | 'partner' | 'system'
  actor_id: string | null
  place: MoneyPlace
  reason: string | null
  currency: string
  entries: readonly LedgerEntry[]
}

/**
 * Returns the part that writes ledger transactions with their entries, at the time of this statement. The text is the same
 * for any number of them, so that its plan is reused.
 */
export const ledgerPart = (rows: readonly LedgerRow[]): Parts => {
  if (rows.length === 0) return {}
  const transactions = rows.map(({ entries: _, currency: __, ...row }) => row)
  const entries = rows.flatMap((row) =>
    row.entries.map((entry, index) => ({ transaction_id: row.id, line: index + 1, ...entry, currency: row.currency })),
  )
  return {
    ledger: sql`
      insert into ledger_transactions (at, id, kind, reservation_id, journey_id, payment_id, statement_id,
        till_session_id, reverses_id, actor_kind, actor_id, place, reason)
      select statement_timestamp(), t.*
      from jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb) as t(id uuid, kind text, reservation_id uuid,
        journey_id uuid, payment_id uuid, statement_id uuid, till_session_id uuid, reverses_id uuid, actor_kind text,
        actor_id uuid, place text, reason text)`,
    entries: sql`
      insert into ledger_entries (transaction_id, line, account, sub_id, tax_bp, amount_minor, currency)
      select e.* from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(transaction_id uuid, line smallint,
        account text, sub_id uuid, tax_bp int, amount_minor bigint, currency text)`,
  }
}
