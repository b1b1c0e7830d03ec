import { it } from 'vitest'
import { NAMES } from '../../bench/lib/results.mjs'
import { capture } from '../../scripts/lib/child.mjs'
import { findChromium, findPostgres } from '../../scripts/lib/tools.mjs'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/** Requirements of a benchmark in addition to Node.js; the default is PostgreSQL. */
const NEEDS: Record<string, readonly string[]> = {
  quotes: [],
  console: ['Chromium'],
  board: ['PostgreSQL', 'Chromium'],
}
const HERE = [...(findPostgres() ? ['PostgreSQL'] : []), ...(findChromium() ? ['Chromium'] : [])]

for (const name of NAMES) {
  const missing = (NEEDS[name] ?? ['PostgreSQL']).filter((tool) => !HERE.includes(tool))
  const title = `the benchmark ${name} runs to its end, in miniature`
  it.skipIf(missing.length > 0)(
    missing.length > 0 ? `${title} (needs ${missing.join(' and ')})` : title,
    { concurrent: true, timeout: LONG_TEST_TIMEOUT_MS },
    async ({ expect }) => {
      const { code, output } = await capture(process.execPath, ['bench/run.mjs', name, '--miniature'])
      expect(code, output).toBe(0)
      expect(output).toMatch(/^\|[-:|]+\|$/m)
      expect(output).not.toMatch(/NaN|undefined/)
    },
  )
}
