import { writeFileSync } from 'node:fs'
import { unhandledFile } from './unhandled.mjs'

/**
 * Vitest reporter for errors outside any test, which make a run exit with 1 but appear in no report: an unhandled promise
 * rejection, an error in a callback.
 */
export default class UnhandledReporter {
  /** @type {string | undefined} */
  #file

  /** @param {import('vitest/node').Vitest} vitest */
  onInit({ config }) {
    const { outputFile } = config
    const report = typeof outputFile === 'string' ? outputFile : outputFile?.json
    this.#file = report && unhandledFile(report)
  }

  /**
   * @param {unknown} _modules
   * @param {readonly import('./tally.mjs').UnhandledError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    if (this.#file === undefined || errors.length === 0) return
    const written = errors.map(({ message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({
      message,
      stack,
      VITEST_TEST_PATH,
      VITEST_TEST_NAME,
    }))
    writeFileSync(this.#file, JSON.stringify(written))
  }
}
