import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates keys for a server, with which a benchmark signs users in without a password. The file is deleted on exit. */
export function knownKeys(): { file: string; accessKey: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-bench-keys-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const accessKey = randomBytes(32)
  const keys = {
    access_token_key: accessKey,
    csrf_key: randomBytes(32),
    ticket_key: randomBytes(32),
    webhook_key: randomBytes(32),
    account_key: randomBytes(32),
    backup_key: randomBytes(32),
  }
  const file = join(folder, 'secrets.json')
  const texts = Object.entries(keys).map(([name, key]) => [name, key.toString('base64')])
  writeFileSync(file, JSON.stringify(Object.fromEntries(texts)), { mode: 0o600 })
  return { file, accessKey }
}
