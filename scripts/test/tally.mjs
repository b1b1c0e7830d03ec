import { stripVTControlCharacters } from 'node:util'

/**
 * A test that failed, or a tool that reported a problem.
 * @typedef {{ file: string | null, name: string, errors: string[] }} Failure
 *   `file` is the test file to run again, null if there is none; `name` is the test's name within the file, empty if the
 *   whole file failed.
 *
 * The outcome of one stage.
 * @typedef {{ passed: number, failures: Failure[], skipped: string[], slow: import('./pace.mjs').SlowTest[] }} Tally
 *   `skipped` names the tests that did not run, `slow` those that came near their time limit.
 */

/** Lines of an error in the summary; the full error is printed further up. */
const ERROR_LINES = 12

/** @returns {Tally} */
export const none = () => ({ passed: 0, failures: [], skipped: [], slow: [] })

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
  failures: tallies.flatMap((tally) => tally.failures),
  skipped: tallies.flatMap((tally) => tally.skipped),
  slow: tallies.flatMap((tally) => tally.slow),
})

/**
 * @param {Tally} tally
 * @returns {string} `412 passed, 0 failed, 3 skipped`
 */
export const inWords = ({ passed, failures, skipped }) =>
  `${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`

/**
 * @param {Pick<Failure, 'file' | 'name'>} failure
 * @returns {string} `tests/unit/a.test.ts › adds up`
 */
const titleOf = ({ file, name }) => [file ?? '', name].filter((part) => part !== '').join(' › ')

/**
 * @param {Failure} failure
 * @returns {string} its title and the beginning of its errors
 */
export const describeFailure = ({ file, name, errors }) =>
  [titleOf({ file, name }), ...stripVTControlCharacters(errors.join('\n')).split('\n').slice(0, ERROR_LINES)]
    .join('\n    ')
    .trimEnd()

/**
 * Counts a run with an error exit code as at least one failure, whatever its report says: a crash is never a success.
 * @param {Tally} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
export const orFailed = (tally, exitCode) =>
  exitCode !== 0 && tally.failures.length === 0
    ? {
        ...tally,
        failures: [{ file: null, name: `no test failed, but it ended with exit code ${exitCode}`, errors: [] }],
      }
    : tally

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ testResults: VitestFile[] }} report of vitest's json reporter
 * @param {string} root folder that file names are relative to
 * @returns {Tally}
 */
export function tallyVitest({ testResults }, root) {
  return sum(
    testResults.map(({ name, status, message = '', assertionResults }) => {
      const file = relative(name, root)
      const withStatus = (/** @type {string} */ wanted) => assertionResults.filter((test) => test.status === wanted)
      const failed = withStatus('failed')
      // A file that fails to load has no tests.
      const isBroken = status === 'failed' && failed.length === 0
      const skipped = assertionResults.filter((test) => test.status !== 'passed' && test.status !== 'failed')
      return {
        ...none(),
        passed: withStatus('passed').length,
        failures: isBroken
          ? [{ file, name: '', errors: [message] }]
          : failed.map(({ fullName, failureMessages = [] }) => ({ file, name: fullName, errors: failureMessages })),
        skipped: skipped.map(({ fullName }) => titleOf({ file, name: fullName })),
      }
    }),
  )
}

/**
 * An error outside any test, with the file and, if one was running, the test in which it occurred.
 * @typedef {{ message: string, stack?: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} UnhandledError
 * @param {readonly UnhandledError[]} errors
 * @param {string} root folder that file names are relative to
 * @returns {Tally} one failure for each
 */
export function tallyUnhandled(errors, root) {
  const failures = errors.map(({ message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) => {
    const place = [...(path ? [relative(path, root)] : []), ...(test ? [test] : [])]
    return { file: null, name: [...place, 'unhandled error'].join(' › '), errors: [stack ?? message] }
  })
  return { ...none(), failures }
}

/**
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, results?: { errors?: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[], errors?: PlaywrightError[] }} report of Playwright's json reporter
 * @param {string} folder of the test files
 * @returns {Tally}
 */
export function tallyPlaywright({ suites, errors = [] }, folder) {
  // The outermost suite is the file.
  const specs = suites.flatMap((file) =>
    specsIn(file, []).map((spec) => ({ ...spec, file: `${folder}/${file.title}` })),
  )
  /** @param {string[]} statuses */
  const withStatus = (...statuses) => specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)))
  const messages = (/** @type {PlaywrightError[]} */ all) => all.map(({ message = '' }) => message)
  return {
    ...none(),
    passed: withStatus('expected').length,
    failures: [
      ...withStatus('unexpected', 'flaky').map(({ file, name, tests }) => ({
        file,
        name,
        errors: messages(tests.flatMap(({ results = [] }) => results.flatMap((result) => result.errors ?? []))),
      })),
      ...messages(errors).map((message) => ({ file: null, name: 'outside of any test', errors: [message] })),
    ],
    skipped: withStatus('skipped').map(titleOf),
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above titles of the enclosing suites, without the file
 * @returns {{ name: string, tests: PlaywrightTest[] }[]}
 */
function specsIn({ specs = [], suites = [] }, above) {
  const own = specs.map(({ title, tests }) => ({ name: [...above, title].join(' › '), tests }))
  return [...own, ...suites.flatMap((suite) => specsIn(suite, [...above, suite.title]))]
}

/**
 * @param {string} file
 * @param {string} root
 */
const relative = (file, root) => file.replaceAll('\\', '/').replace(`${root.replaceAll('\\', '/')}/`, '')
