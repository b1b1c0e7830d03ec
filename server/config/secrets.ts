import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeText } from '../adapters/whole-file'
import { ConfigError } from './env'

const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length >= 32, 'needs at least 32 bytes')

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
 * Reads the keys, or makes them at the first start (file 0600 in a folder 0700). A key that a new version asks for is
 * added to a file of our own; a file that is given has to have it.
 */
export function loadSecrets(dataDir: string, secretsFile: string | null): Secrets {
  const file = secretsFile ?? join(dataDir, 'secrets.json')
  const isThere = existsSync(file)
  if (!isThere && secretsFile) throw new ConfigError([`SECRETS_FILE: there is no file ${secretsFile}.`])
  const found = isThere ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {}
  const missing = Object.keys(SecretsFile.shape).filter((name) => !(name in found))
  const made = secretsFile ? {} : Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64')]))
  const keys = { ...found, ...made }
  const parsed = SecretsFile.safeParse(keys)
  if (!parsed.success)
    throw new ConfigError([
      `${file} is not usable: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join(', ')}.`,
    ])
  if (Object.keys(made).length > 0) write(file, keys)
  return parsed.data
}

function write(file: string, keys: Record<string, unknown>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeText(file, JSON.stringify(keys, null, 2))
}
