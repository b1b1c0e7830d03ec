// node scripts/serve-temp.mjs [--demo …]: runs the built product on an empty temporary data folder, deleted on exit.
// ADMIN_PASSWORD is the first administrator's password; FILL_WITH is a program that fills the folder beforehand.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, supervise } from './lib/child.mjs'
import { SHORT_LIVED } from './lib/short-lived.mjs'

const { ADMIN_PASSWORD, FILL_WITH, ...env } = process.env
const folder = mkdtempSync(join(tmpdir(), 'wayline-data-'))
const passwordFile = join(folder, 'admin-password')
if (ADMIN_PASSWORD) {
  writeFileSync(passwordFile, ADMIN_PASSWORD, { mode: 0o600 })
  env.ADMIN_PASSWORD_FILE = passwordFile
}
env.WAYLINE_DATA_DIR = join(folder, 'data')
try {
  process.exitCode =
    (FILL_WITH && (await run(process.execPath, ['--import', 'tsx', FILL_WITH], { env }))) ||
    (await supervise(
      process.execPath,
      [...SHORT_LIVED, '--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)],
      { env },
    ))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
