import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/tools.mjs'
import { PAGE_TIMEOUT_MS, TEST_TIMEOUT_MS } from './tests/support/timeouts'

const executablePath = findChromium()

/** Two pages that each window prepares for an address bar that nobody sees, as dear as one of ours. */
const ADDRESS_BAR = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup'
/** What Playwright leaves out of Chromium: a list of one's own stands in the place of that one. */
const LEFT_OUT_ANYWAY =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,' +
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,' +
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  // Each worker has a server and a database of its own: see tests/support/e2e/test.ts.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: PAGE_TIMEOUT_MS },
  reporter: 'list',
  use: {
    // Drawing what moves takes a tenth of the processor time; tests of motion, and of a day's work, turn it on again.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a sixth of the processor time; where nobody can open the file it is for nothing.
    trace: process.env['CI'] ? 'off' : 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${ADDRESS_BAR},${LEFT_OUT_ANYWAY}`,
      ],
    },
  },
})
