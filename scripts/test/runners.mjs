import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { capture, run } from '../lib/child.mjs'
import { print } from '../lib/print.mjs'
import { howToGet } from '../lib/tools.mjs'
import { PACE_FILE, paceFile, readPace, slowAmong } from './pace.mjs'
import { none, orFailed, sum, tallyPlaywright, tallyUnhandled, tallyVitest } from './tally.mjs'
import { unhandledFile } from './unhandled.mjs'

/** @typedef {import('./tally.mjs').Tally} Tally */

const REPORTS = 'test-results/reports'
const VITEST = 'node_modules/vitest/vitest.mjs'
const UNHANDLED = './scripts/test/unhandled-reporter.mjs'
const VITEST_PACE = './scripts/test/pace-vitest.mjs'
const PLAYWRIGHT_PACE = './scripts/test/pace-playwright.mjs'
const BROWSER_TESTS = 'tests/e2e'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

/**
 * Runs tools that pass or fail as a whole, counted as one test if all pass. Prints only the output of tools that fail.
 * @param {string[][]} commands each the script of a tool under node_modules, with its arguments
 * @returns {Promise<Tally>}
 */
export async function check(...commands) {
  /** @type {import('./tally.mjs').Failure[]} */
  const failures = []
  for (const [script = '', ...args] of commands) {
    const { code, output } = await capture(process.execPath, [join('node_modules', script), ...args], {
      env: coloured(),
    })
    if (code === 0) continue
    failures.push({ file: null, name: script, errors: [output] })
    print(output.trimEnd())
  }
  return { ...none(), passed: failures.length === 0 ? 1 : 0, failures }
}

/**
 * @param {string} project of vitest.config.ts
 * @param {{ report: string, files?: readonly string[], env?: Record<string, string> }} options
 *   files: only these, one at a time
 * @returns {Promise<Tally>}
 */
export async function vitest(project, { report, files = [], env = {} }) {
  const file = reportFile(files.length > 0 ? `${report}-again` : report)
  const unhandled = unhandledFile(file)
  rmSync(unhandled, { force: true })
  const written = ['json', UNHANDLED, VITEST_PACE].map((reporter) => `--reporter=${reporter}`)
  const reporters = ['--reporter=default', ...written, `--outputFile.json=${file}`]
  const only = files.length > 0 ? [...files, '--maxWorkers=1'] : []
  const args = [VITEST, 'run', '--project', project, ...reporters, ...only]
  const settings = { env: { ...coloured(), ...env, [PACE_FILE]: resolve(paceFile(file)) } }
  const code = await run(process.execPath, args, settings)
  const tests = existsSync(file) ? tallyVitest(readJson(file), process.cwd()) : none()
  const outside = existsSync(unhandled) ? tallyUnhandled(readJson(unhandled), process.cwd()) : none()
  return { ...orFailed(sum([tests, outside]), code), slow: slowAmong(readPace(paceFile(file)).ended) }
}

/**
 * @param {readonly string[]} [files] only these, one at a time
 * @param {Record<string, string>} [env]
 * @returns {Promise<Tally>}
 */
export async function playwright(files = [], env = {}) {
  const file = reportFile(files.length > 0 ? 'browser-again' : 'browser')
  const only = files.length > 0 ? [...files, '--workers=1'] : []
  const code = await run(process.execPath, [PLAYWRIGHT, 'test', `--reporter=list,json,${PLAYWRIGHT_PACE}`, ...only], {
    env: { ...coloured(), ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, [PACE_FILE]: resolve(paceFile(file)) },
  })
  const tally = existsSync(file) ? tallyPlaywright(readJson(file), BROWSER_TESTS) : none()
  return { ...orFailed(tally, code), slow: slowAmong(readPace(paceFile(file)).ended) }
}

/**
 * Skips a stage because its tool is not installed, listing its tests by name; on a build server this is a failure.
 * @param {import('../lib/tools.mjs').Tool} tool
 * @param {() => Promise<string[]>} listTests
 * @returns {Promise<Tally>}
 */
export async function without(tool, listTests) {
  print(howToGet(tool))
  if (process.env.CI === 'true') return { ...none(), failures: [{ file: null, name: howToGet(tool), errors: [] }] }
  const names = await listTests()
  return { ...none(), skipped: names.length > 0 ? names : [`all that need ${tool} (they could not be listed)`] }
}

/**
 * @param {string} project
 * @returns {Promise<string[]>} names of its tests
 */
export async function listVitest(project) {
  const file = reportFile(`${project}-list`)
  await capture(process.execPath, [VITEST, 'list', '--project', project, `--json=${file}`])
  /** @type {{ name: string, file: string }[]} */
  const tests = existsSync(file) ? readJson(file) : []
  return tests.map((test) => `${test.file.replace(`${process.cwd()}/`, '')} › ${test.name}`)
}

/** @returns {Promise<string[]>} names of the browser tests */
export async function listPlaywright() {
  const file = reportFile('browser-list')
  await capture(process.execPath, [PLAYWRIGHT, 'test', '--list', '--reporter=json'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  // A list executes nothing, and Playwright reports that as skipped.
  return existsSync(file) ? tallyPlaywright(readJson(file), BROWSER_TESTS).skipped : []
}

/** @param {string} name */
function reportFile(name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = `${REPORTS}/${name}.json`
  rmSync(file, { force: true })
  rmSync(paceFile(file), { force: true })
  return file
}

/**
 * @param {string} report
 * @returns {import('./pace.mjs').Begin[]} tests that are currently running
 */
export const runningTests = (report) => readPace(paceFile(`${REPORTS}/${report}.json`)).running

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const coloured = () => (process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env)
