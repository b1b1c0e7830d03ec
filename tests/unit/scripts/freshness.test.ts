import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digest, isFresh, stamp } from '../../../scripts/lib/freshness.mjs'

let folder = ''
const path = (...names: string[]) => join(folder, ...names)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wayline-freshness-'))
  mkdirSync(path('src', 'ui'), { recursive: true })
  writeFileSync(path('src', 'main.ts'), 'one')
  writeFileSync(path('src', 'ui', 'Money.ts'), 'two')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['a changed file', () => writeFileSync(path('src', 'ui', 'Money.ts'), 'six')],
  ['a new file', () => writeFileSync(path('src', 'new.ts'), '')],
  ['a deleted file', () => rmSync(path('src', 'main.ts'))],
])('%s makes the build stale', (_what, change) => {
  stamp(path('dist', 'stamp'), digest([path('src')]))
  expect(isFresh(path('dist', 'stamp'), digest([path('src')]))).toBe(true)
  change()
  expect(isFresh(path('dist', 'stamp'), digest([path('src')]))).toBe(false)
})

test('content that moved to another file makes the build stale', () => {
  const before = digest([path('src')])
  writeFileSync(path('src', 'main.ts'), 'two')
  writeFileSync(path('src', 'ui', 'Money.ts'), 'one')
  expect(digest([path('src')])).not.toBe(before)
})

test('a newer time on the same content does not make the build stale', () => {
  const before = digest([path('src')])
  utimesSync(path('src', 'main.ts'), 4_000_000_000, 4_000_000_000)
  expect(digest([path('src')])).toBe(before)
})

test('a build without a stamp is stale, and a missing source counts as empty', () => {
  expect(isFresh(path('dist', 'stamp'), digest([path('src')]))).toBe(false)
  expect(digest([path('src'), path('public')])).toBe(digest([path('src')]))
})
