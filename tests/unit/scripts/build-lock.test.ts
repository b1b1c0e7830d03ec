import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockBuild } from '../../../scripts/lib/build-lock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wayline-build-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a build waits until the previous one has ended', async () => {
  const file = join(folder, 'dist', 'lock')
  const steps: string[] = []
  const unlock = await lockBuild(file)
  const second = lockBuild(file).then((unlockSecond) => {
    steps.push('second begins')
    unlockSecond()
  })
  // Three free locks give the second build time to start too early.
  for (const free of ['a', 'b', 'c']) (await lockBuild(join(folder, free)))()
  steps.push('first ends')
  unlock()
  await second
  expect(steps).toEqual(['first ends', 'second begins'])
})
