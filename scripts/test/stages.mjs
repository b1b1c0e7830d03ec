import { existsSync } from 'node:fs'
import { ensureBuilt } from '../lib/build.mjs'
import { findChromium, findPostgres } from '../lib/tools.mjs'
import { check, listPlaywright, listVitest, playwright, vitest, without } from './runners.mjs'
import { none } from './tally.mjs'

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {{
 *   name: string,
 *   about: string,
 *   run: (files?: readonly string[]) => Promise<Tally>,
 *   command?: (file: string, name: string) => string,
 * }} Stage
 *   `run` takes the test files of a second run. `command` repeats one test, or the whole file if the name is empty.
 */

/**
 * TypeScript 7 checks the types because it is many times faster; the linters support version 5 only. The tests reference the
 * other areas, which are checked on the way, each in its own environment: the contract without browser or server types.
 */
const TYPES = ['typescript-7/bin/tsc', '--build', 'tests']

/**
 * One after the other: each uses both cores by itself, and two at once took a quarter longer than one after the other.
 *
 * @type {Stage[]}
 */
export const STAGES = [
  {
    name: 'format',
    about: 'oxfmt',
    run: () => check(['oxfmt/bin/oxfmt', '--check', '.']),
  },
  { name: 'types', about: 'typescript, area by area', run: () => check(TYPES) },
  {
    name: 'lint',
    about: 'oxlint, and eslint for what it has no rule for',
    run: () => check(['oxlint/bin/oxlint'], ['eslint/bin/eslint.js', '--max-warnings=0', '.']),
  },
  {
    name: 'boundaries',
    about: 'who may import whom',
    run: () =>
      check(['dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', ...sources()]),
  },
  {
    name: 'unused',
    about: 'files, exports and packages',
    run: () => check(['knip/bin/knip.js', '--no-progress']),
  },
  { name: 'build', about: 'server and console', run: build },
  { name: 'unit', about: 'pure code', ...vitestStage('unit') },
  { name: 'component', about: 'the console in jsdom', ...vitestStage('component') },
  {
    name: 'api-pglite',
    about: 'the API on the embedded database',
    ...vitestStage('api', { engine: 'pglite' }),
  },
  {
    name: 'api-postgres',
    about: 'the API on PostgreSQL',
    ...vitestStage('api', { engine: 'postgres' }),
  },
  // Tests that need PostgreSQL are skipped by name where it is not installed.
  {
    name: 'faults',
    about: 'what happens when a machine fails',
    ...onBuild(vitestStage('faults', { engine: findPostgres() ? 'postgres' : 'pglite' })),
  },
  {
    name: 'size',
    about: 'what a browser loads',
    ...onBuild({ run: () => check(['size-limit/bin.js']) }),
  },
  { name: 'bench', about: 'every benchmark, in miniature', ...onBuild(vitestStage('bench')) },
  {
    name: 'browser',
    about: 'the product in Chromium',
    ...onBuild({
      run: (files) => (findChromium() ? playwright(files) : without('chromium', listPlaywright)),
      command: (file, name) => `npx playwright test ${file} -g ${quoted(lastTitle(name))}`,
    }),
  },
  { name: 'readme', about: 'the commands that README.md shows', ...vitestStage('readme') },
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

const sources = () => ['contract', 'server', 'src'].filter((folder) => existsSync(folder))

/**
 * @param {string} project of vitest.config.ts
 * @param {{ engine?: 'pglite' | 'postgres' }} [options] engine: the database to run on
 * @returns {Pick<Stage, 'run' | 'command'>}
 */
function vitestStage(project, { engine } = {}) {
  /** @type {Record<string, string>} */
  const env = engine === undefined ? {} : { WAYLINE_TEST_ENGINE: engine }
  const report = project === 'api' ? `api-${engine}` : project
  const setting = engine === undefined ? '' : `WAYLINE_TEST_ENGINE=${engine} `
  return {
    run: (files = []) =>
      engine === 'postgres' && !findPostgres()
        ? without('postgresql', () => listVitest(project))
        : vitest(project, { report, files, env }),
    command: (file, name) =>
      `${setting}npx vitest run --project ${project} ${file}${name === '' ? '' : ` -t ${quoted(name)}`}`,
  }
}

/** @param {string} name of a test, as a pattern in single quotes of a shell */
const quoted = (name) => `'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", `'\\''`)}'`

/** @param {string} name titles of groups and of the test */
const lastTitle = (name) => name.split(' › ').at(-1) ?? name

/** @returns {Promise<Tally>} */
async function build() {
  const code = await ensureBuilt(['server', 'console'])
  return code === 0 ? { ...none(), passed: 1 } : { ...none(), failures: [{ file: null, name: 'build', errors: [] }] }
}

/**
 * @param {Pick<Stage, 'run' | 'command'>} stage that needs the built product
 * @returns {Pick<Stage, 'run' | 'command'>}
 */
function onBuild({ run, ...stage }) {
  return {
    ...stage,
    run: async (files) => {
      const tally = await build()
      return tally.failures.length > 0 ? tally : run(files)
    },
  }
}
