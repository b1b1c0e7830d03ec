/**
 * @typedef {import('./stages.mjs').Stage} Stage
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {import('./tally.mjs').Failure} Failure
 * @typedef {{ stage: Stage, tally: Tally }} Result
 *
 * A test that failed in one of two runs on the same code.
 * @typedef {{ stage: string, failure: Failure, again: Failure | null, command: string }} Flaky
 *   `again` is its failure in the second run, null if it passed then.
 */

/** With more failing files the cause is systematic, so none is run again. */
export const MOST_FILES = 5
/** A run with more flaky tests than this has failed. */
export const MOST_FLAKY = 3

/** A wrong value in these files may be a race that occurs only on a busy machine, and a second run would hide it. */
const STRICT =
  /(races|crashes|kills|killed|chaos|allocations|capacity|idempotency|credit|merge|seal|sessions|odd-requests|oracle)\b/
const PROPERTY = /Property failed (after|by)/
const TIMEOUT =
  /timed out|Timed out|TimeoutError|Timeout:? *\d+ ?ms|Test timeout of|did not succeed in time|__VITEST_POLL/

/**
 * Returns whether a second run may decide about a failure.
 * @param {Failure} failure
 */
export function mayPassAgain({ file, errors }) {
  const text = errors.join('\n')
  if (file === null || PROPERTY.test(text)) return false
  return !STRICT.test(file) || TIMEOUT.test(text)
}

/**
 * Runs the files of failed tests once more, one at a time. A test that passes then is flaky, and counts as passed unless
 * there are too many of them.
 * @param {readonly Result[]} results of a whole run
 * @returns {Promise<{ results: Result[], flaky: Flaky[] }>}
 */
export async function rerunFailed(results) {
  const files = results.flatMap(({ stage, tally }) => {
    const failed = tally.failures.filter(mayPassAgain).map(({ file }) => String(file))
    return [...new Set(failed)].map((file) => ({ stage, file }))
  })
  if (files.length === 0 || files.length > MOST_FILES) return { results: [...results], flaky: [] }
  /** @type {Flaky[]} */
  const flaky = []
  for (const { stage, file } of files) {
    const first = results.find((result) => result.stage === stage)?.tally.failures ?? []
    flaky.push(
      ...compare({
        stage,
        file,
        first: first.filter((failure) => failure.file === file),
        second: await stage.run([file]),
      }),
    )
  }
  if (flaky.length > MOST_FLAKY) return { results: [...results], flaky }
  return { results: results.map((result) => withoutFlaky(result, flaky)), flaky }
}

/**
 * @param {{ stage: Stage, file: string, first: readonly Failure[], second: Tally }} runs of one file
 * @returns {Flaky[]}
 */
function compare({ stage, file, first, second }) {
  // A run that did not reach its tests says nothing about them.
  const isWhole = second.passed > 0 && second.failures.every((failure) => failure.file === file && failure.name !== '')
  if (!isWhole) return []
  const repeat = (/** @type {Failure} */ { name }) => stage.command?.(file, name) ?? ''
  const failsAgain = (/** @type {Failure} */ { name }) =>
    second.failures.some((other) => name === '' || other.name === name)
  const isNew = (/** @type {Failure} */ { name }) => !first.some((other) => other.name === name || other.name === '')
  return [
    ...first
      .filter((failure) => mayPassAgain(failure) && !failsAgain(failure))
      .map((failure) => ({ stage: stage.name, failure, again: null, command: repeat(failure) })),
    ...second.failures
      .filter(isNew)
      .map((failure) => ({ stage: stage.name, failure, again: failure, command: repeat(failure) })),
  ]
}

/**
 * @param {Result} result
 * @param {readonly Flaky[]} flaky
 * @returns {Result}
 */
function withoutFlaky({ stage, tally }, flaky) {
  const isFlaky = (/** @type {Failure} */ failure) => flaky.some((other) => other.failure === failure)
  const failures = tally.failures.filter((failure) => !isFlaky(failure))
  return { stage, tally: { ...tally, passed: tally.passed + tally.failures.length - failures.length, failures } }
}
