import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LONG_RUNS } from '../../../scripts/test/long-runs.mjs'

it.each(LONG_RUNS)('$name sets what its test reads', ({ file, settings, engine }) => {
  expect(existsSync(file)).toBe(true)
  const text = readFileSync(file, 'utf8')
  for (const setting of Object.keys(settings)) expect(text).toContain(`process.env['${setting}']`)
  const needsEngine = ['api', 'faults'].includes(file.split('/')[1] ?? '')
  expect(engine !== undefined).toBe(needsEngine)
})
