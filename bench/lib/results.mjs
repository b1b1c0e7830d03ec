import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ commit: string, date: string, command: string, output: string }} Result `date` is a day, `output` Markdown. */

const bench = dirname(dirname(fileURLToPath(import.meta.url)))
const root = dirname(bench)

/** The names of all benchmarks. */
export const NAMES = readdirSync(bench).flatMap((file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? [])

/** Paths that affect the figures; changes elsewhere leave a result valid. */
const MEASURED = ['contract', 'server', 'src', 'package-lock.json']
/** The number of stored results: the latest, and the one before for comparison. */
const STORED = 2

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

/** @param {string} name */
const fileOf = (name) => join(bench, 'results', `${name}.json`)

/**
 * @param {string} name
 * @returns {Result[]} the newest first
 */
const resultsOf = (name) => (existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : [])

/**
 * Stores the output of a run, with the commit that it measured.
 * @param {string} name of the benchmark
 * @param {string} command as entered
 * @param {string} output
 * @throws when the measured code is not committed
 */
export function record(name, command, output) {
  if (git('status', '--porcelain', '--', ...MEASURED) !== '')
    throw new Error('A result names its commit: commit what was measured first.')
  const date = new Date().toISOString().slice(0, 10)
  const results = [{ commit: git('rev-parse', '--short', 'HEAD'), date, command, output: output.trim() }]
  writeFileSync(fileOf(name), `${JSON.stringify([...results, ...resultsOf(name)].slice(0, STORED), null, 2)}\n`)
}

/** Writes bench/RESULTS.md: for each benchmark the latest run, the one before, and the remarks on them. */
export function writeResults() {
  const sections = NAMES.map((name) => {
    const remarks = join(bench, 'results', `${name}.md`)
    const parts = [
      `## ${name}`,
      ...resultsOf(name).map((result, index) => sectionOf(result, index === 0 ? '###' : '### Before:')),
      ...(existsSync(remarks) ? ['### Remarks', readFileSync(remarks, 'utf8').trim()] : []),
    ]
    return parts.join('\n\n')
  })
  const head = `# What was measured

Written by \`npm run bench -- results\`; how each is measured: [README.md](README.md). The remarks are of 2026-11-21 to 23 unless
they say otherwise, on 2 cores (AMD EPYC), 24 GiB, Linux, Node.js 20.20.2, PostgreSQL 15.20 with 20 connections.`
  writeFileSync(join(bench, 'RESULTS.md'), `${[head, ...sections].join('\n\n')}\n`)
}

/**
 * Returns how much the code has changed since a commit, as a paragraph.
 * @param {string} commit
 */
function ageOf(commit) {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return '\n\nOlder than this history of the code.'
  }
  const since = git('rev-list', '--count', `${commit}..HEAD`, '--', ...MEASURED)
  return since === '0' ? '' : `\n\nOlder than the code: ${since} commits have changed it since.`
}

/**
 * @param {Result} result
 * @param {string} heading
 */
const sectionOf = ({ commit, date, command, output }, heading) =>
  `${heading} ${date}, commit ${commit}\n\n\`${command}\`${ageOf(commit)}\n\n${output}`
