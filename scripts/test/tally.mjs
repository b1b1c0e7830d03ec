import { stripVTControlCharacters } from 'node:util'

/**
 * What became of the tests of one stage.
 * @typedef {{ passed: number, failed: number, skipped: string[], faults: string[] }} Tally
 *   `skipped` names the tests that did not run, `faults` those that failed and how.
 */

/** Of what a failed test has to say; all of it stands further up. */
const FAULT_LINES = 12

/** @returns {Tally} */
export const none = () => ({ passed: 0, failed: 0, skipped: [], faults: [] })

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
  failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  skipped: tallies.flatMap((tally) => tally.skipped),
  faults: tallies.flatMap((tally) => tally.faults),
})

/**
 * @param {Tally} tally
 * @returns {string} `412 passed, 0 failed, 3 skipped`
 */
export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`

/**
 * A run that ended badly counts at least one failure, whatever its report says: a crash must not look like success.
 * @param {Tally} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
export const orFailed = (tally, exitCode) =>
  exitCode !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, faults: [`no test of it, but it ended with exit code ${exitCode}`] }
    : tally

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ testResults: VitestFile[] }} report of vitest's json reporter
 * @param {string} root folder that file names are told from
 * @returns {Tally}
 */
export function tallyVitest({ testResults }, root) {
  return sum(
    testResults.map((file) => {
      const name = relative(file.name, root)
      const withStatus = (/** @type {string} */ status) =>
        file.assertionResults.filter((test) => test.status === status)
      const failed = withStatus('failed')
      // A file that does not load has no tests to fail.
      const broken = file.status === 'failed' && failed.length === 0
      const skipped = file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed')
      return {
        passed: withStatus('passed').length,
        failed: broken ? 1 : failed.length,
        skipped: skipped.map((test) => `${name} › ${test.fullName}`),
        faults: broken
          ? [fault(name, [file.message ?? ''])]
          : failed.map((test) => fault(`${name} › ${test.fullName}`, test.failureMessages)),
      }
    }),
  )
}

/**
 * An error outside of any test, with the file and, where one was running, the test that it came up in.
 * @typedef {{ message: string, stack?: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} UnhandledError
 * @param {readonly UnhandledError[]} errors
 * @param {string} root folder that file names are relative to
 * @returns {Tally} one failure for each
 */
export function tallyUnhandled(errors, root) {
  const faults = errors.map(({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) => {
    const place = [...(file ? [relative(file, root)] : []), ...(test ? [test] : [])]
    return fault([...place, 'unhandled error'].join(' › '), [stack ?? message])
  })
  return { ...none(), failed: faults.length, faults }
}

/**
 * @param {string} name of what failed
 * @param {string[]} messages
 * @returns {string} the name, and the beginning of what was said
 */
export const fault = (name, messages = []) =>
  [name, ...stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, FAULT_LINES)].join('\n    ').trimEnd()

/**
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, results?: { errors?: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[], errors?: PlaywrightError[] }} report of Playwright's json reporter
 * @returns {Tally}
 */
export function tallyPlaywright({ suites, errors = [] }) {
  const specs = suites.flatMap((suite) => specsIn(suite, []))
  /** @param {string[]} statuses */
  const withStatus = (...statuses) => specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)))
  const failed = withStatus('unexpected', 'flaky')
  const messages = (/** @type {PlaywrightError[]} */ told) => told.map(({ message = '' }) => message)
  return {
    passed: withStatus('expected').length,
    failed: failed.length + errors.length,
    skipped: withStatus('skipped').map(({ titles }) => titles.join(' › ')),
    faults: [
      ...failed.map(({ titles, tests }) =>
        fault(
          titles.join(' › '),
          messages(tests.flatMap(({ results = [] }) => results.flatMap((result) => result.errors ?? []))),
        ),
      ),
      ...messages(errors).map((message) => fault('outside of any test', [message])),
    ],
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above titles of the suites around it, the file's first
 * @returns {{ titles: string[], tests: PlaywrightTest[] }[]}
 */
function specsIn({ title, specs = [], suites = [] }, above) {
  const titles = [...above, title]
  const own = specs.map((spec) => ({ titles: [...titles, spec.title], tests: spec.tests }))
  return [...own, ...suites.flatMap((suite) => specsIn(suite, titles))]
}

/**
 * @param {string} file
 * @param {string} root
 */
const relative = (file, root) => file.replaceAll('\\', '/').replace(`${root.replaceAll('\\', '/')}/`, '')
