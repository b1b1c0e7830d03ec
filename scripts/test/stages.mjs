import { existsSync } from 'node:fs'
import { ensureBuilt } from '../lib/build.mjs'
import { findChromium, findPostgres } from '../lib/tools.mjs'
import { check, listPlaywright, listVitest, playwright, vitest, without } from './runners.mjs'
import { none } from './tally.mjs'

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {{ name: string, about: string, beside?: boolean, run: () => Promise<Tally> }} Stage
 *   One that runs beside the stage before it says what it has to say in one piece, or that other one does.
 */

/**
 * By the compiler of version 7, which takes a fraction of the time; what lints knows version 5 alone. The tests refer to
 * the other areas, which are looked at on the way, each in its own world: the contract without a browser or a server.
 */
const TYPES = ['typescript-7/bin/tsc', '--build', 'tests']

/** @type {Stage[]} */
export const STAGES = [
  {
    name: 'format',
    about: 'oxfmt',
    run: () => check(['oxfmt/bin/oxfmt', '--check', '.']),
  },
  { name: 'types', about: 'typescript, area by area', beside: true, run: () => check(TYPES) },
  {
    name: 'lint',
    about: 'oxlint, and eslint for what it has no rule for',
    beside: true,
    run: () => check(['oxlint/bin/oxlint'], ['eslint/bin/eslint.js', '--max-warnings=0', '.']),
  },
  {
    name: 'boundaries',
    about: 'who may import whom',
    beside: true,
    run: () =>
      check(['dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', ...sources()]),
  },
  {
    name: 'unused',
    about: 'files, exports and packages',
    beside: true,
    run: () => check(['knip/bin/knip.js', '--no-progress']),
  },
  { name: 'build', about: 'server and console', run: build },
  { name: 'unit', about: 'pure code', run: () => vitest('unit', { report: 'unit' }) },
  {
    name: 'component',
    about: 'the console in jsdom',
    beside: true,
    run: () => vitest('component', { report: 'component', quiet: true }),
  },
  {
    name: 'api-pglite',
    about: 'the API on the embedded database',
    run: () => vitest('api', { report: 'api-pglite', env: { WAYLINE_TEST_ENGINE: 'pglite' }, quiet: true }),
  },
  {
    name: 'api-postgres',
    about: 'the API on PostgreSQL',
    beside: true,
    run: () =>
      findPostgres()
        ? vitest('api', { report: 'api-postgres', env: { WAYLINE_TEST_ENGINE: 'postgres' }, quiet: true })
        : without('postgresql', () => listVitest('api')),
  },
  {
    name: 'faults',
    about: 'what happens when a machine fails',
    run: () => built(faults),
  },
  {
    name: 'size',
    about: 'what a browser loads',
    run: () => built(() => check(['size-limit/bin.js'])),
  },
  {
    name: 'bench',
    about: 'every benchmark, in miniature',
    run: () => built(() => vitest('bench', { report: 'bench' })),
  },
  {
    name: 'browser',
    about: 'the product in Chromium',
    run: () => (findChromium() ? built(playwright) : without('chromium', listPlaywright)),
  },
  {
    name: 'readme',
    about: 'the commands that README.md shows',
    run: () => vitest('readme', { report: 'readme' }),
  },
]

/**
 * @param {readonly string[]} asked names or beginnings of names; none means all
 * @returns {{ stages: Stage[], unknown: string[] }}
 */
export function choose(asked) {
  const unknown = asked.filter((name) => !STAGES.some((stage) => stage.name.startsWith(name)))
  const stages = STAGES.filter((stage) => asked.length === 0 || asked.some((name) => stage.name.startsWith(name)))
  return { stages, unknown }
}

/**
 * @param {readonly Stage[]} stages
 * @returns {Stage[][]} what runs at once, turn by turn
 */
export function inTurns(stages) {
  /** @type {Stage[][]} */
  const turns = []
  for (const stage of stages) {
    const last = turns.at(-1)
    if (stage.beside && last) last.push(stage)
    else turns.push([stage])
  }
  return turns
}

const sources = () => ['contract', 'server', 'src'].filter((folder) => existsSync(folder))

/** On PostgreSQL where it is installed: what needs a server of it is skipped elsewhere, by name. */
const faults = () =>
  vitest('faults', { report: 'faults', env: { WAYLINE_TEST_ENGINE: findPostgres() ? 'postgres' : 'pglite' } })

/** @returns {Promise<Tally>} */
async function build() {
  const code = await ensureBuilt(['server', 'console'])
  return { ...none(), passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

/**
 * @param {() => Promise<Tally>} run
 * @returns {Promise<Tally>}
 */
async function built(run) {
  const tally = await build()
  return tally.failed > 0 ? tally : run()
}
