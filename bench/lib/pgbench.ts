import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { capture } from '../../scripts/lib/child.mjs'
import { findPostgres } from '../../scripts/lib/tools.mjs'

/** Equal to the number of database connections of the other sides. */
const CLIENTS = 10

/**
 * Runs the statements as one transaction repeatedly. @param variables lines that set them, `\set n random(0, 9)`
 * @returns transactions per second; NaN where pgbench is not installed
 */
export async function pgbench(
  url: string,
  variables: readonly string[],
  statements: readonly string[],
  seconds: number,
): Promise<number> {
  const program = findPgbench()
  if (!program) return Number.NaN
  const folder = mkdtempSync(join(tmpdir(), 'wayline-pgbench-'))
  try {
    const script = join(folder, 'script.sql')
    writeFileSync(script, [...variables, ...['begin', ...statements, 'commit'].map(ended)].join('\n'))
    const options = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-T', String(Math.ceil(seconds)), '-f', script, url]
    const { code, output } = await capture(program, options)
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    if (code !== 0 || !(rate > 0) || /failed transactions: [1-9]/.test(output)) throw new Error(output)
    return rate
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Finds pgbench in the folder of the PostgreSQL server, or on the PATH. */
function findPgbench(): string | undefined {
  const folders = [findPostgres() ?? '', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, 'pgbench')).find((program) => existsSync(program))
}

const flat = (sql: string) => sql.replace(/\s+/g, ' ').trim()

/** `\gset` ends a statement itself. */
const ended = (sql: string) => (sql.endsWith('\\gset') ? flat(sql) : `${flat(sql)};`)
