import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { LedgerKind, MoneyPlace } from '../../contract/core/vocabulary'
import { recordLedger, takeLedger } from '../db/after-commit'
import type { AuditActor } from '../db/audit-entry'
import { ledgerPart, type LedgerRow } from '../db/ledger'
import { writeParts } from '../db/parts'
import type { Reader, Tx } from '../db/transaction'
import { total, type Entry } from '../domain/ledger/entries'

/* The one writer of the ledger, and the reader of its balances. */

export interface NewTransaction {
  kind: LedgerKind
  currency: string
  entries: readonly Entry[]
  /** Why, in the words of whoever did it. */
  reason?: string | null
  /** Where; by whoever did it unless said. */
  place?: MoneyPlace
  reservation_id?: string | null
  journey_id?: string | null
  payment_id?: string | null
  statement_id?: string | null
  till_session_id?: string | null
  /** The transaction that this one takes back. */
  reverses_id?: string | null
}

const PLACES: Record<AuditActor['kind'], MoneyPlace> = { user: 'desk', partner: 'portal', system: 'system' }

/**
 * Posts a transaction to the ledger: it is written with the last statement of the transaction of what causes it, and
 * stands or falls with that.
 * @returns its id
 */
export async function post(tx: Tx, actor: Pick<AuditActor, 'kind' | 'id'>, wish: NewTransaction): Promise<string> {
  const { entries } = wish
  if (entries.length < 2 || total(entries) !== 0) throw new Error(`Entries of ${wish.kind} do not sum to zero.`)
  const id = uuidv7()
  const row: LedgerRow = {
    reservation_id: null,
    journey_id: null,
    payment_id: null,
    statement_id: null,
    till_session_id: null,
    reverses_id: null,
    reason: null,
    place: PLACES[actor.kind],
    ...wish,
    id,
    actor_kind: actor.kind,
    actor_id: actor.id,
  }
  if (!recordLedger(tx, row)) await writeParts(tx, ledgerPart([row]))
  return id
}

/** Writes by now what the last statement of the transaction would write, for whoever adds up within it. */
export const writePosted = (tx: Tx): Promise<void> => writeParts(tx, ledgerPart(takeLedger(tx)))

/** What the entries of a reservation come to, by account, those that are even among them, and what this transaction has posted. */
export async function balancesOf(tx: Tx, reservationId: string): Promise<Entry[]> {
  await writePosted(tx)
  const { rows } = await sql<Entry>`
    select e.account, e.sub_id, e.tax_bp, sum(e.amount_minor)::bigint as amount_minor
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.reservation_id = ${reservationId}
    group by e.account, e.sub_id, e.tax_bp`.execute(tx)
  return rows.map((row) => ({ ...row, amount_minor: Number(row.amount_minor) }))
}

/** What is in an account below which tills or partners lie, in minor units of a currency. */
export async function balanceBelow(
  reader: Reader,
  { account, subId, currency }: { account: Entry['account']; subId: string; currency: string },
): Promise<number> {
  const { rows } = await sql<{ sum: number | null }>`
    select sum(amount_minor)::bigint as sum from ledger_entries
    where sub_id = ${subId} and account = ${account} and currency = ${currency}`.execute(reader)
  return Number(rows[0]?.sum ?? 0)
}
