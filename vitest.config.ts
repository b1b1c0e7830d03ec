import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { signinWords } from './scripts/lib/signin-words.mjs'
import { POLL_TIMEOUT_MS, TEST_TIMEOUT_MS } from './tests/support/timeouts.ts'

/** Files that take a minute or more: begun last, one of them would keep a worker long after the others have ended. */
const LONG = /(crashes|races|odd-requests|event-loop|postgres-(silent|start))\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter((file) => !LONG.test(file.moduleId)),
    ]
  }
}

export default defineConfig({
  plugins: [signinWords()],
  test: {
    // Left to themselves they fill every core, and the machine that runs them has two.
    maxWorkers: 2,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { requireAssertions: true, poll: { timeout: POLL_TIMEOUT_MS } },
    setupFiles: ['tests/support/seed.ts', 'scripts/test/pace-setup.mjs'],
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    projects: [
      {
        extends: true,
        // Pure code keeps nothing that another file could meet: what it imports is imported once.
        test: { name: 'unit', environment: 'node', isolate: false, include: ['tests/unit/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'component',
          isolate: false,
          pool: 'threads',
          environment: 'jsdom',
          // Relative addresses resolve against it, so that mocked requests match.
          environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
          include: ['tests/component/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/console/fresh.ts', 'tests/support/console/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          pool: 'forks',
          isolate: false,
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          pool: 'forks',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
      {
        extends: true,
        // Nothing is measured in miniature, so that two may run at once.
        test: {
          name: 'bench',
          environment: 'node',
          pool: 'forks',
          maxConcurrency: 2,
          include: ['tests/bench/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'readme', environment: 'node', pool: 'forks', include: ['tests/readme/**/*.test.ts'] },
      },
    ],
  },
})
