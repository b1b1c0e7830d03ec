import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { findPostgres } from '../../../scripts/lib/tools.mjs'
import { launch, type Launched, type LaunchOptions } from '../crash/killable'
import { ADMINISTRATOR } from '../e2e-administrator'

export const NEEDS_POSTGRES = findPostgres() ? '' : ' (skipped: PostgreSQL is not installed)'

/** Processes of the built server that form one installation; all are stopped after the tests of the file. */
export interface Product {
  /** Starts a process on a port of its own. @param settings environment variables, overriding those of the installation */
  launch: (settings: Record<string, string>, options?: LaunchOptions) => Launched
}

export function useProduct(): Product {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-faults-'))
  const passwordFile = join(folder, 'password')
  const lives: Launched[] = []
  beforeAll(async () => {
    expect(await ensureBuilt(['server'])).toBe(0)
    writeFileSync(passwordFile, ADMINISTRATOR.password, { mode: 0o600 })
  })
  afterAll(async () => {
    await Promise.all(lives.map((life) => life.kill()))
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    launch: (settings, options) => {
      const life = launch(
        {
          WAYLINE_DATA_DIR: join(folder, 'data'),
          ADMIN_EMAIL: ADMINISTRATOR.email,
          ADMIN_PASSWORD_FILE: passwordFile,
          LOG_LEVEL: 'info',
          ...settings,
        },
        options,
      )
      lives.push(life)
      return life
    },
  }
}
