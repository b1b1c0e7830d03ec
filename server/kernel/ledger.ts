import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { LedgerKind, MoneyPlace } from '../../contract/core/vocabulary'
import { recordLedger, takeLedger } from '../db/after-commit'
import type { AuditActor } from '../db/audit-entry'
import { ledgerPart, type LedgerRow } from '../db/ledger'
import { writeParts } from '../db/parts'
import type { Reader, Tx } from '../db/transaction'
import { total, type Entry } from '../domain/ledger/entries'

/* Writes all ledger transactions and reads the balances. */

export interface NewTransaction {
  kind: LedgerKind
  currency: string
  entries: readonly Entry[]
  /** Reason as entered by the actor. */
  reason?: string | null
  /** Place of the transaction; derived from the kind of actor by default. */
  place?: MoneyPlace
  reservation_id?: string | null
  journey_id?: string | null
  payment_id?: string | null
  statement_id?: string | null
  till_session_id?: string | null
  /** Id of the transaction that this one reverses. */
  reverses_id?: string | null
}

const PLACES: Record<AuditActor['kind'], MoneyPlace> = { user: 'desk', partner: 'portal', system: 'system' }

/**
 * Posts a ledger transaction. The last statement of the database transaction writes it, so that both commit or roll back.
 * @returns its id
 * @throws Error if the entries do not sum to zero
 */
export async function post(tx: Tx, actor: Pick<AuditActor, 'kind' | 'id'>, request: NewTransaction): Promise<string> {
  const { entries } = request
  if (entries.length < 2 || total(entries) !== 0) throw new Error(`Entries of ${request.kind} do not sum to zero.`)
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
    ...request,
    id,
    actor_kind: actor.kind,
    actor_id: actor.id,
  }
  if (!recordLedger(tx, row)) await writeParts(tx, ledgerPart([row]))
  return id
}

/** Writes pending ledger transactions at once, so that a sum within the same transaction includes them. */
export const writePosted = (tx: Tx): Promise<void> => writeParts(tx, ledgerPart(takeLedger(tx)))

/** Returns the balances of a reservation by account, including zero balances and the entries of this transaction. */
export async function balancesOf(tx: Tx, reservationId: string): Promise<Entry[]> {
  await writePosted(tx)
  const { rows } = await sql<Entry>`
    select e.account, e.sub_id, e.tax_bp, sum(e.amount_minor)::bigint as amount_minor
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.reservation_id = ${reservationId}
    group by e.account, e.sub_id, e.tax_bp`.execute(tx)
  return rows.map((row) => ({ ...row, amount_minor: Number(row.amount_minor) }))
}

/** Returns the balance of one till or partner (`subId`) in an account, in minor units of `currency`. */
export async function balanceBelow(
  reader: Reader,
  { account, subId, currency }: { account: Entry['account']; subId: string; currency: string },
): Promise<number> {
  const { rows } = await sql<{ sum: number | null }>`
    select sum(amount_minor)::bigint as sum from ledger_entries
    where sub_id = ${subId} and account = ${account} and currency = ${currency}`.execute(reader)
  return Number(rows[0]?.sum ?? 0)
}
