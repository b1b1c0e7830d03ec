import fc from 'fast-check'
import { expect, it } from 'vitest'
import { histories, live } from '../../../../support/money-histories'
import { TEST_TIMEOUT_MS } from '../../../../support/timeouts'

/** `WAYLINE_MONEY_RUNS=1000000 npx vitest run --project unit histories` checks a million histories. */
const RUNS = Number(process.env['WAYLINE_MONEY_RUNS'] ?? 100_000)
const LIMIT_MS = Math.max(TEST_TIMEOUT_MS, RUNS * 2)

it(
  'ledger balances after every step of any history of a reservation, in euros, yen and dinars',
  () => {
    let lived = 0
    fc.assert(
      fc.property(histories, (history) => {
        live(history)
        lived += 1
      }),
      { numRuns: RUNS },
    )
    expect(lived).toBe(RUNS)
  },
  LIMIT_MS,
)
