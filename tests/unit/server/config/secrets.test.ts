import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../../../../server/config/env'
import { loadSecrets } from '../../../../server/config/secrets'
import { openDatabase, type OpenDatabase } from '../../../../server/db/database'

describe('the signing keys', () => {
  let database: OpenDatabase
  let folder: string
  let file: string
  beforeAll(async () => {
    database = await openDatabase({
      databaseUrl: null,
      databasePool: 1,
      dataDir: null,
      durability: 'relaxed',
      queryLimitMs: 0,
      onError: () => undefined,
    })
  })
  afterAll(() => database.close())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wayline-secrets-'))
    file = join(folder, 'secrets.json')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('are created once, and a key that a new version needs is added to the existing ones', async () => {
    const made = await loadSecrets(database.db, folder, null)
    expect(await loadSecrets(database.db, folder, null)).toEqual(made)
    const { backup_key: _, ...older } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    writeFileSync(file, JSON.stringify(older))
    const completed = await loadSecrets(database.db, folder, null)
    expect(completed.account_key).toEqual(made.account_key)
    expect(await loadSecrets(database.db, folder, null)).toEqual(completed)
  })

  it.skipIf(process.platform === 'win32')(
    'are in a folder that other users cannot open (not on Windows, which has no such permissions)',
    async () => {
      chmodSync(folder, 0o755)
      await loadSecrets(database.db, folder, null)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    },
  )

  it.each(['', '{"access_token_key": "', 'null', '[]'])(
    'are not replaced when their file is damaged: %j',
    async (text) => {
      writeFileSync(file, text)
      const refusal = await loadSecrets(database.db, folder, null).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(ConfigError)
      expect(String(refusal)).toContain(`${file} is no longer a JSON object. Take it from another copy.`)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )
})
