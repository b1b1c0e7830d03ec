import { zipOf } from '../../adapters/zip'
import type { Db } from '../../db/database'
import { csvText } from '../../documents/csv'
import { Refusal } from '../../http/refusal'
import { readPerson } from './repository/personal-data'

type Row = Record<string, unknown>

/** Everything that is kept about a customer, as files that people and programs read. @throws Refusal not_found */
export async function personalData(db: Db, id: string, at: Date): Promise<Buffer> {
  const tables = await readPerson(db, id)
  if (tables.customers.length === 0) throw new Refusal('not_found', 'This customer is not there any more.')
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
