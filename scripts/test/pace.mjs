import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { seconds } from '../lib/print.mjs'
import { USUAL_S } from './usual-lengths.mjs'

/**
 * A line of the file in which reporters record what begins and ends.
 * @typedef {{ id: string, title: string, begunAt: number }} Begin `begunAt` in milliseconds since 1970
 * @typedef {{ id: string, title: string, tookMs: number, limitMs: number }} End
 * @typedef {{ title: string, tookMs: number, limitMs: number }} SlowTest
 */

/** A test that uses a larger share of its time limit is reported as slow. */
const SLOW_SHARE = 0.25
/** Maximum number of slow tests in the summary of a run. */
const SLOW_LINES = 20
/** A stage that exceeds its usual length by this factor is reported. */
const LATE_TIMES = 3

/** Environment variable with the path of the file that the reporters write. */
export const PACE_FILE = 'WAYLINE_TEST_PACE_FILE'

/**
 * @param {string} report of a stage
 * @returns {string} the file next to it that `PACE_FILE` names
 */
export const paceFile = (report) => report.replace(/\.json$/, '.pace.jsonl')

/** @param {Begin | End} line written by a reporter; ignored unless a run requests it */
export function recordPace(line) {
  const file = process.env[PACE_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/**
 * @param {string} file
 * @returns {{ running: Begin[], ended: End[] }}
 */
export function readPace(file) {
  if (!existsSync(file)) return { running: [], ended: [] }
  /** @type {Map<string, Begin>} */
  const running = new Map()
  /** @type {End[]} */
  const ended = []
  // The last piece is empty or an incomplete line.
  for (const text of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    /** @type {Begin | End} */
    const line = JSON.parse(text)
    if ('begunAt' in line) running.set(line.id, line)
    else {
      running.delete(line.id)
      ended.push(line)
    }
  }
  return { running: [...running.values()], ended }
}

/**
 * @param {readonly End[]} ended
 * @returns {SlowTest[]}
 */
export const slowAmong = (ended) => ended.filter(({ tookMs, limitMs }) => limitMs > 0 && tookMs > limitMs * SLOW_SHARE)

/**
 * @param {readonly SlowTest[]} slow of all stages
 * @returns {string[]} lines for the summary, the largest share first
 */
export function describeSlow(slow) {
  const share = (/** @type {SlowTest} */ { tookMs, limitMs }) => tookMs / limitMs
  const lines = [...slow]
    .sort((one, other) => share(other) - share(one))
    .map(
      (test) =>
        `slow: ${test.title}: ${seconds(test.tookMs)}, ${Math.round(share(test) * 100)} % of its limit of ${seconds(test.limitMs)}`,
    )
  if (lines.length <= SLOW_LINES) return lines
  return [...lines.slice(0, SLOW_LINES - 1), `slow: ${lines.length - SLOW_LINES + 1} more tests`]
}

/**
 * Prints once which tests are running when a stage takes much longer than usual.
 * @param {string} stage
 * @param {{ running: () => readonly Begin[], print: (line: string) => void }} tools
 * @returns {() => void} a function that stops watching
 */
export function watchLength(stage, { running, print }) {
  const usualS = USUAL_S[stage]
  if (usualS === undefined) throw new Error(`The stage ${stage} has no usual length in usual-lengths.mjs.`)
  const startedAt = Date.now()
  const timer = setTimeout(
    () => {
      // An interrupted earlier run leaves tests without an end.
      const ownTests = running().filter(({ begunAt }) => begunAt >= startedAt)
      const late = `${stage} takes more than ${LATE_TIMES} times its usual ${usualS} s.`
      print(`   ${late} ${describeRunning(ownTests, Date.now())}`)
    },
    usualS * 1_000 * LATE_TIMES,
  )
  return () => clearTimeout(timer)
}

/**
 * @param {readonly Begin[]} running
 * @param {number} now in milliseconds since 1970
 */
function describeRunning(running, now) {
  // A file is named only if none of its tests is running.
  const innermost = running.filter(({ title }) => !running.some((other) => other.title.startsWith(`${title} › `)))
  if (innermost.length === 0) return 'No test is running.'
  return `Running now: ${innermost.map(({ title, begunAt }) => `${title} (for ${seconds(now - begunAt)})`).join(', ')}.`
}
