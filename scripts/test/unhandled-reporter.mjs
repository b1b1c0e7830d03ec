import { writeFileSync } from 'node:fs'
import { unhandledFile } from './unhandled.mjs'

/**
 * Reporter of vitest for errors outside of any test, which end a run with 1 and stand in no report: a promise that was
 * rejected with nobody waiting for it, an error in a callback.
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
