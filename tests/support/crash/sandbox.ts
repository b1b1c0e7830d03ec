import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { ADMINISTRATOR } from '../e2e-administrator'
import { createDatabase } from '../postgres'

export interface Sandbox {
  folder: string
  /** Environment of a built server that stores its data here across restarts. */
  settings: Record<string, string>
}

/** Provides storage for a server that gets killed: a temporary folder, or the PostgreSQL server of this run. */
export function useSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-crash-'))
  const sandbox: Sandbox = { folder, settings: {} }
  let drop: () => Promise<void> = async () => undefined
  beforeAll(async () => {
    expect(await ensureBuilt(['server'])).toBe(0)
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, ADMINISTRATOR.password, { mode: 0o600 })
    sandbox.settings = {
      WAYLINE_DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD_FILE: passwordFile,
    }
    const server = inject('postgresServer')
    if (server === null) return
    const database = await createDatabase(server)
    sandbox.settings['DATABASE_URL'] = database.url
    drop = database.drop
  })
  afterAll(async () => {
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  return sandbox
}
