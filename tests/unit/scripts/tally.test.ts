import { describe, expect, test } from 'vitest'
import { inWords, none, orFailed, sum, tallyPlaywright, tallyVitest } from '../../../scripts/test/tally.mjs'

const file = (name: string, status: string, ...statuses: string[]) => ({
  name: `/project/tests/unit/${name}`,
  status,
  assertionResults: statuses.map((each, index) => ({ status: each, fullName: `test ${index}` })),
})

describe('the report of vitest', () => {
  test('counts what passed and failed, and names what did not run', () => {
    const testResults = [
      file('a.test.ts', 'failed', 'passed', 'failed', 'skipped'),
      file('b.test.ts', 'passed', 'passed', 'todo'),
    ]
    expect(tallyVitest({ testResults }, '/project')).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['tests/unit/a.test.ts › test 2', 'tests/unit/b.test.ts › test 1'],
    })
  })

  test('counts a file that does not load as one failure', () => {
    expect(tallyVitest({ testResults: [file('a.test.ts', 'failed')] }, '/project')).toEqual({ ...none(), failed: 1 })
  })
})

describe('the report of Playwright', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })

  test('counts the tests of nested groups and names them in full', () => {
    const inner = { title: 'in Arabic', specs: [spec('edits', 'unexpected'), spec('prints', 'skipped')] }
    const suites = [{ title: 'a.spec.ts', specs: [spec('signs in', 'expected')], suites: [inner] }]
    expect(tallyPlaywright({ suites })).toEqual({
      passed: 1,
      failed: 1,
      skipped: ['a.spec.ts › in Arabic › prints'],
    })
  })

  test('counts errors outside of tests, such as a server that does not start', () => {
    expect(tallyPlaywright({ suites: [], errors: [{ message: 'no server' }] })).toEqual({ ...none(), failed: 1 })
  })
})

describe('the end of a run', () => {
  test('a crash counts as a failure even when no test failed', () => {
    expect(orFailed({ passed: 3, failed: 0, skipped: [] }, 1)).toEqual({ passed: 3, failed: 1, skipped: [] })
    expect(orFailed({ passed: 3, failed: 2, skipped: [] }, 1)).toEqual({ passed: 3, failed: 2, skipped: [] })
    expect(orFailed({ passed: 3, failed: 0, skipped: [] }, 0)).toEqual({ passed: 3, failed: 0, skipped: [] })
  })

  test('the last line tells the skipped only when there are some', () => {
    const total = sum([
      { passed: 2, failed: 1, skipped: [] },
      { passed: 3, failed: 0, skipped: [] },
    ])
    expect(inWords(total)).toBe('5 passed, 1 failed')
    expect(inWords(sum([total, { ...none(), skipped: ['one', 'two'] }]))).toBe('5 passed, 1 failed, 2 skipped')
  })
})
