// node scripts/serve-temp.mjs [--demo …]: runs the built product on an empty temporary data folder, which goes when it stops.
// ADMIN_PASSWORD is the first administrator's password.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { supervise } from './lib/child.mjs'

const { ADMIN_PASSWORD, ...env } = process.env
const folder = mkdtempSync(join(tmpdir(), 'wayline-data-'))
const passwordFile = join(folder, 'admin-password')
if (ADMIN_PASSWORD) {
  writeFileSync(passwordFile, ADMIN_PASSWORD, { mode: 0o600 })
  env.ADMIN_PASSWORD_FILE = passwordFile
}
try {
  process.exitCode = await supervise(
    process.execPath,
    ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)],
    { env: { ...env, WAYLINE_DATA_DIR: join(folder, 'data') } },
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
