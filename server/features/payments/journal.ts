import type { JournalRequest } from '../../../contract/operations/journal'
import type { Db } from '../../db/database'
import { journalWriter } from '../../domain/ledger/journal'
import { balancesBefore, daysOfLedger, readBooks, transactionsOf } from './repository/journal'

const DAY_MS = 86_400_000
const ENDINGS = { hledger: 'journal', beancount: 'beancount', csv: 'csv' } as const

export const journalFileName = ({ from, to, format }: JournalRequest): string => `${from}-${to}.${ENDINGS[format]}`

/** Yields the journal of a period in chunks, as they are read. */
export async function* journalOf(db: Db, { from, to, format }: JournalRequest): AsyncGenerator<string> {
  const { timezone, ...books } = await readBooks(db)
  const writer = journalWriter(format, { from, to, ...books })
  // A CSV file contains entries only, without opening balances.
  yield writer.begin(format === 'csv' ? [] : await balancesBefore(db, from, timezone))
  // Each day is a query, and a requested period may extend centuries beyond the ledger.
  const ledger = await daysOfLedger(db, timezone)
  const days = ledger ? daysOf(from > ledger.first ? from : ledger.first, to < ledger.last ? to : ledger.last) : []
  for (const day of days)
    for await (const page of transactionsOf(db, day, timezone)) yield page.map(writer.transaction).join('')
  yield writer.end()
}

function* daysOf(from: string, to: string): Generator<string> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) yield new Date(at).toISOString().slice(0, 10)
}
