import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length >= 32, 'needs at least 32 bytes')

const SecretsFile = z.object({ access_token_key: key, csrf_key: key, ticket_key: key })

/** One key for each purpose, 32 random bytes or more. */
export type Secrets = z.output<typeof SecretsFile>

/** Reads the keys, or makes them at the first start (file 0600 in a folder 0700). */
export function loadSecrets(dataDir: string, secretsFile: string | null): Secrets {
  const file = secretsFile ?? join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    if (secretsFile) throw new Error(`SECRETS_FILE names ${secretsFile}, which does not exist.`)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const made = Object.fromEntries(
      Object.keys(SecretsFile.shape).map((name) => [name, randomBytes(32).toString('base64')]),
    )
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
  }
  const parsed = SecretsFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new Error(
      `${file} is not usable: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join(', ')}.`,
    )
  return parsed.data
}
