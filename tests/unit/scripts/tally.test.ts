import { describe, expect, test } from 'vitest'
import {
  inWords,
  none,
  orFailed,
  sum,
  tallyPlaywright,
  tallyUnhandled,
  tallyVitest,
} from '../../../scripts/test/tally.mjs'

const file = (name: string, status: string, ...statuses: string[]) => ({
  name: `/project/tests/unit/${name}`,
  status,
  assertionResults: statuses.map((each, index) => ({
    status: each,
    fullName: `test ${index}`,
    ...(each === 'failed' && { failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts'] }),
  })),
})

describe('the report of vitest', () => {
  test('counts what passed and failed, names what did not run, and tells how a test failed', () => {
    const testResults = [
      file('a.test.ts', 'failed', 'passed', 'failed', 'skipped'),
      file('b.test.ts', 'passed', 'passed', 'todo'),
    ]
    expect(tallyVitest({ testResults }, '/project')).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['tests/unit/a.test.ts › test 2', 'tests/unit/b.test.ts › test 1'],
      faults: ['tests/unit/a.test.ts › test 1\n    expected 1\n      at a.ts'],
    })
  })

  test('counts a file that does not load as one failure', () => {
    const broken = { ...file('a.test.ts', 'failed'), message: 'no such module' }
    expect(tallyVitest({ testResults: [broken] }, '/project')).toEqual({
      ...none(),
      failed: 1,
      faults: ['tests/unit/a.test.ts\n    no such module'],
    })
  })
})

describe('errors outside of any test', () => {
  test('count as one failure each, with the file and the error', () => {
    const errors = [
      { message: 'closed', stack: 'Error: closed\n  at a.ts', VITEST_TEST_PATH: '/project/tests/unit/a.test.ts' },
      { message: 'no worker' },
    ]
    expect(tallyUnhandled(errors, '/project')).toEqual({
      ...none(),
      failed: 2,
      faults: [
        'tests/unit/a.test.ts › unhandled error\n    Error: closed\n      at a.ts',
        'unhandled error\n    no worker',
      ],
    })
  })
})

describe('the report of Playwright', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: status === 'unexpected' ? [{ message: 'not visible' }] : [] }] }],
  })

  test('counts the tests of nested groups and names them in full', () => {
    const inner = { title: 'in Arabic', specs: [spec('edits', 'unexpected'), spec('prints', 'skipped')] }
    const suites = [{ title: 'a.spec.ts', specs: [spec('signs in', 'expected')], suites: [inner] }]
    expect(tallyPlaywright({ suites })).toEqual({
      passed: 1,
      failed: 1,
      skipped: ['a.spec.ts › in Arabic › prints'],
      faults: ['a.spec.ts › in Arabic › edits\n    not visible'],
    })
  })

  test('counts errors outside of tests, such as a server that does not start', () => {
    expect(tallyPlaywright({ suites: [], errors: [{ message: 'no server' }] })).toEqual({
      ...none(),
      failed: 1,
      faults: ['outside of any test\n    no server'],
    })
  })
})

describe('the end of a run', () => {
  test('a crash counts as a failure even when no test failed', () => {
    expect(orFailed({ ...none(), passed: 3, failed: 0 }, 1)).toEqual({
      ...none(),
      passed: 3,
      failed: 1,
      faults: ['no test of it, but it ended with exit code 1'],
    })
    expect(orFailed({ ...none(), passed: 3, failed: 2 }, 1)).toEqual({ ...none(), passed: 3, failed: 2 })
    expect(orFailed({ ...none(), passed: 3, failed: 0 }, 0)).toEqual({ ...none(), passed: 3, failed: 0 })
  })

  test('the last line tells the skipped only when there are some', () => {
    const total = sum([
      { ...none(), passed: 2, failed: 1 },
      { ...none(), passed: 3, failed: 0 },
    ])
    expect(inWords(total)).toBe('5 passed, 1 failed')
    expect(inWords(sum([total, { ...none(), skipped: ['one', 'two'] }]))).toBe('5 passed, 1 failed, 2 skipped')
  })
})
