import { existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { makePrivate } from '../adapters/private-folder'
import { fileTrouble, writeText } from '../adapters/whole-file'
import type { Db } from '../db/database'
import { inTurn } from '../db/transaction'
import { ConfigError } from './env'
import { checkInput } from '../http/check-input'

const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length >= 32, 'Must have at least 32 bytes.')

const SecretsFile = z.object({
  access_token_key: key,
  csrf_key: key,
  ticket_key: key,
  webhook_key: key,
  account_key: key,
  backup_key: key,
})

/** One key for each purpose, 32 random bytes or more. */
export type Secrets = z.output<typeof SecretsFile>

/**
 * Reads the keys, or generates them at the first start (file 0600 in a folder 0700). A key that a new version requires is
 * added to a generated file; a file of the operator must have it. Processes that start at the same time take turns, or each
 * would generate keys of its own.
 * @throws ConfigError
 * @throws FolderOpenToOthers where the file is a generated one
 */
export function loadSecrets(db: Db, dataDir: string, secretsFile: string | null): Promise<Secrets> {
  return inTurn(db, 'secrets', () => readOrMake(dataDir, secretsFile))
}

function readOrMake(dataDir: string, secretsFile: string | null): Secrets {
  if (!secretsFile) makePrivate(dataDir)
  const file = secretsFile ?? join(dataDir, 'secrets.json')
  const isThere = existsSync(file)
  if (!isThere && secretsFile) throw new ConfigError([`SECRETS_FILE: there is no file ${secretsFile}.`])
  const found = isThere ? read(file) : {}
  const missing = Object.keys(SecretsFile.shape).filter((name) => !(name in found))
  const made = secretsFile ? {} : Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64')]))
  const keys = { ...found, ...made }
  const { data: secrets, issues } = checkInput(SecretsFile, keys)
  if (issues !== undefined)
    throw new ConfigError([
      `${file} is not usable. ${issues.map(({ path, message }) => `${path}: ${String(message)}`).join(' ')}`,
    ])
  if (Object.keys(made).length > 0) writeText(file, JSON.stringify(keys, null, 2))
  return secrets
}

/** An unreadable file is never replaced by new keys: what its keys have sealed would be lost. */
function read(file: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const trouble =
      fileTrouble(error, file)?.message ?? `${file} is no longer a JSON object. Take it from another copy.`
    throw new ConfigError([trouble])
  }
}
