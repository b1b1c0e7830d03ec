/**
 * @typedef {{ file: string, rule: 'no-elapsed-time' | 'no-short-limit' | 'no-sleep', times: number, reason: string }} RealTime
 *   `times` is the number of matches of the rule in the file.
 */

/**
 * Tests that may break a rule of test-time.mjs.
 * @type {RealTime[]}
 */
export const REAL_TIME = [
  {
    file: 'tests/api/partner-webhook-chaos.test.ts',
    rule: 'no-elapsed-time',
    times: 2,
    reason: 'Its senders follow a clock that runs 60 times as fast. No assertion reads that clock.',
  },
  {
    file: 'tests/api/partner-webhook-chaos.test.ts',
    rule: 'no-sleep',
    times: 1,
    reason: 'A sender is stopped at an arbitrary time. The test asks that all messages arrive in the end.',
  },
  {
    file: 'tests/component/src/http-session.test.ts',
    rule: 'no-elapsed-time',
    times: 1,
    reason: 'Its clock is fake: the time between two attempts is exact.',
  },
  {
    file: 'tests/component/src/http-session.test.ts',
    rule: 'no-sleep',
    times: 1,
    reason: 'Its timers are fake: an answer comes after 9.5 s of a clock that the test advances.',
  },
  {
    file: 'tests/support/e2e/shifts.ts',
    rule: 'no-sleep',
    times: 1,
    reason: 'It delays each answer of the API, so that a page is drawn before its data.',
  },
  {
    file: 'tests/unit/scripts/stress.test.ts',
    rule: 'no-elapsed-time',
    times: 1,
    reason: 'It fits a planted race to the speed of the machine. No assertion reads the time.',
  },
]
