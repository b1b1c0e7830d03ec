import { relative } from 'node:path'
import { recordPace } from './pace.mjs'

/** @typedef {import('@playwright/test/reporter').TestCase} TestCase */

/** Playwright reporter: records which tests begin, and how much of its time limit each one uses. */
export default class PaceReporter {
  printsToStdio = () => false

  /** @param {TestCase} test */
  onTestBegin(test) {
    recordPace({ id: test.id, title: titleOf(test), begunAt: Date.now() })
  }

  /**
   * @param {TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    recordPace({ id: test.id, title: titleOf(test), tookMs: result.duration, limitMs: test.timeout })
  }
}

/** @param {TestCase} test */
function titleOf(test) {
  // Before the title of a test come the root, the project, the file and the groups.
  const titles = test.titlePath().slice(3)
  return [relative(process.cwd(), test.location.file), ...titles].join(' › ')
}
