import { defineConfig } from '@playwright/test'
import { freePort } from './scripts/lib/free-port.mjs'
import { findChromium } from './scripts/lib/tools.mjs'
import { ADMINISTRATOR } from './tests/support/e2e-administrator'

// This file is read again by every worker, and all have to mean the same server.
const port = (process.env.WAYLINE_E2E_PORT ??= String(await freePort()))
const baseURL = `http://127.0.0.1:${port}`
const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: 'list',
  use: {
    baseURL,
    trace: 'retain-on-failure',
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
      ],
    },
  },
  webServer: {
    command: 'node scripts/serve-temp.mjs',
    url: `${baseURL}/readyz`,
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      LOG_LEVEL: 'warn',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
    stdout: 'pipe',
  },
})
