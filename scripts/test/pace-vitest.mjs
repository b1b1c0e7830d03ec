import { relative } from 'node:path'
import { recordPace } from './pace.mjs'

/**
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {import('vitest/node').TestModule} TestModule
 */

/** Vitest reporter: records which files begin, and how much of its time limit each test uses. */
export default class PaceReporter {
  /** @type {import('vitest/node').Vitest | undefined} */
  #vitest

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#vitest = vitest
  }

  /** @param {TestModule} module */
  onTestModuleQueued(module) {
    recordPace({ id: module.id, title: fileOf(module), begunAt: Date.now() })
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    recordPace({ id: module.id, title: fileOf(module), tookMs: 0, limitMs: 0 })
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const task = this.#vitest?.state.idMap.get(test.id)
    const limitMs = task?.type === 'test' ? task.timeout : 0
    recordPace({ id: test.id, title: titleOf(test), tookMs: test.diagnostic()?.duration ?? 0, limitMs })
  }
}

/** @param {TestModule} module */
const fileOf = (module) => relative(process.cwd(), module.moduleId)

/** @param {TestCase} test */
const titleOf = (test) => `${fileOf(test.module)} › ${test.fullName}`
