import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Migration } from './migration-plan'
import { normalizeSql } from './normalize-sql'

/** Folder next to the bundle, or next to this source. */
const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

/** SHA-256 of whole earlier files that differed in nothing but comments, as databases recorded them. */
const FORMER_HASHES: Readonly<Record<string, readonly string[]>> = {
  '0014-lifecycles.sql': ['664d8129abf180ff828ed2cfd53c2f53b1ee60e3a301e4acd1550b9c66f57b72'],
}

/** Returns the migrations of this version in the order in which they are applied. */
export function readMigrations(): Migration[] {
  if (!existsSync(FOLDER)) throw new Error(`${FOLDER} is missing: build the server again.`)
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => toMigration(name, readFileSync(`${FOLDER}/${name}`, 'utf8')))
}

/** Returns a migration. Earlier versions recorded the hash of the whole file, which is therefore accepted, too. */
export function toMigration(name: string, script: string): Migration {
  const sha256 = sha256Of(normalizeSql(script))
  return { name, script, sha256, otherHashes: [sha256Of(script), ...(FORMER_HASHES[name] ?? [])] }
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
