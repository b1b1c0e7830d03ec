import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { capture } from '../../scripts/lib/child.mjs'

/** Environment variables of this run that must not reach the scripts of another project. */
const OF_THIS_RUN = /^(WAYLINE|VITEST|npm_|(NODE_ENV|TEST|PROD|DEV|MODE|CI)$)/

const CONFIG = {
  // The build is disabled.
  'scripts/build.mjs': '',
  'vitest.config.mjs': `const project = (name) => ({ extends: true, test: { name, include: ['tests/' + name + '/*.test.mjs'] } })
    export default { cacheDir: '.cache', test: {
      maxWorkers: 1, testTimeout: 60_000, expect: { poll: { timeout: 50_000 } }, setupFiles: ['scripts/test/pace-setup.mjs'], projects: ['unit', 'api'].map(project) } }`,
  'playwright.config.mjs': `export default {
    testDir: 'tests/e2e', outputDir: 'test-results/browser', testMatch: '*.spec.mjs', timeout: 60_000, expect: { timeout: 50_000 }, workers: 1 }`,
}

/**
 * Creates a small project with the scripts and packages of this one, for one test.
 * @param files content by path
 * @param settings environment variables of its scripts
 */
export function scratchProject(files: Readonly<Record<string, string>>, settings: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-scratch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...CONFIG, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  symlinkSync(resolve('scripts/test'), join(folder, 'scripts/test'), 'junction')
  const inherited = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name))
  // The generated browser tests open no page, so any program can serve as Chromium.
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1', CHROMIUM: process.execPath, ...settings }
  return {
    folder,
    /** Runs a script of this project in the scratch project. */
    run: (script: string, ...args: string[]) =>
      capture(process.execPath, [resolve(script), ...args], { cwd: folder, env }),
  }
}
