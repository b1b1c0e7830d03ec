/**
 * What became of the tests of one stage.
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Tally `skipped` names the tests that did not run.
 */

/** @returns {Tally} */
export const none = () => ({ passed: 0, failed: 0, skipped: [] })

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
  failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  skipped: tallies.flatMap((tally) => tally.skipped),
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
export const orFailed = (tally, exitCode) => (exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally)

/**
 * @typedef {{ status: string, fullName: string }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ testResults: VitestFile[] }} report of vitest's json reporter
 * @param {string} root folder that file names are told from
 * @returns {Tally}
 */
export function tallyVitest({ testResults }, root) {
  return sum(
    testResults.map((file) => {
      const count = (/** @type {string} */ status) =>
        file.assertionResults.filter((test) => test.status === status).length
      const failed = count('failed')
      // A file that does not load has no tests to fail.
      const broken = file.status === 'failed' && failed === 0 ? 1 : 0
      const skipped = file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed')
      return {
        passed: count('passed'),
        failed: failed + broken,
        skipped: skipped.map((test) => `${relative(file.name, root)} › ${test.fullName}`),
      }
    }),
  )
}

/**
 * @typedef {{ title: string, file: string, tests: { status: string }[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[], errors?: unknown[] }} report of Playwright's json reporter
 * @returns {Tally}
 */
export function tallyPlaywright({ suites, errors = [] }) {
  const specs = suites.flatMap((suite) => specsIn(suite, []))
  /** @param {string[]} statuses */
  const withStatus = (...statuses) => specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)))
  return {
    passed: withStatus('expected').length,
    failed: withStatus('unexpected', 'flaky').length + errors.length,
    skipped: withStatus('skipped').map(({ titles }) => titles.join(' › ')),
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above titles of the suites around it, the file's first
 * @returns {{ titles: string[], tests: { status: string }[] }[]}
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
