import { sentence } from '../../../contract/core/sentence'
import { zipOf } from '../../adapters/zip'
import type { HistoryEntry } from '../../crud/history'
import type { Db } from '../../db/database'
import type { Reader } from '../../db/transaction'
import { csvText } from '../../documents/csv'
import { Refusal } from '../../http/refusal'
import { readPerson } from './repository/personal-data'

type Row = Record<string, unknown>

/** Adds the initial values of reservations to their history. */
export type CompleteHistory = (reader: Reader, entries: readonly HistoryEntry[]) => Promise<void>

/** Returns all data about a customer as files for people and programs, in a ZIP. @throws Refusal not_found */
export async function personalData(db: Db, id: string, at: Date, completeHistory: CompleteHistory): Promise<Buffer> {
  const tables = await readPerson(db, id)
  await completeHistory(db, tables.history)
  if (tables.customers.length === 0) throw new Refusal('not_found', sentence`This customer no longer exists.`)
  const files = new Map([
    ['personal-data.json', `${JSON.stringify({ exported_at: at.toISOString(), ...tables }, null, 2)}\n`],
  ])
  for (const [name, rows] of Object.entries(tables)) files.set(`${name}.csv`, csvOf(rows))
  return zipOf(files, at)
}

function csvOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  return csvText(
    names,
    rows.map((row) => names.map((name) => cell(row[name]))),
  )
}

const cell = (value: unknown): string | number | null =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'number'
    ? (value ?? null)
    : JSON.stringify(value)
