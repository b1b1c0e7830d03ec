import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, findPostgres, howToGet } from '../../../scripts/lib/tools.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wayline-tools-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test.each([
  ['chromium', 'apt', 'sudo apt-get install chromium'],
  ['chromium', 'brew', 'brew install --cask chromium'],
  ['postgresql', 'dnf', 'sudo dnf install postgresql-server postgresql-contrib'],
  ['postgresql', 'winget', 'winget install PostgreSQL.PostgreSQL.17'],
] as const)('tool help has one line about how to get %s with %s', (tool, installer, command) => {
  const line = howToGet(tool, installer)
  expect(line).toContain(command)
  expect(line).not.toContain('\n')
})

test('Chromium is the one that CHROMIUM names, and none when that does not exist', () => {
  const program = join(folder, 'browser')
  vi.stubEnv('CHROMIUM', program)
  expect(findChromium()).toBeNull()
  writeFileSync(program, '')
  expect(findChromium()).toBe(program)
})

test('the folder of PATH with both programs of PostgreSQL comes first', () => {
  vi.stubEnv('PATH', folder)
  for (const program of ['initdb', 'postgres']) writeFileSync(join(folder, program), '', { mode: 0o755 })
  expect(findPostgres()).toBe(folder)
})
