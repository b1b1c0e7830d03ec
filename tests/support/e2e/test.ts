import { test as base, type Page } from '@playwright/test'
import { STORAGE_KEYS } from './storage'
import { ADMINISTRATOR } from '../e2e-administrator'
import { connect, type Api, type Session } from './api'
import { startServer } from './own-server'
import { START_TIMEOUT_MS } from '../timeouts'

interface Reader {
  language: 'en' | 'ae' | 'de' | 'es' | 'fr'
  theme: 'light' | 'dark'
}

interface Fixtures {
  /** Language and colour scheme of the console. */
  reader: Reader
  /** Errors that a test causes on purpose, as logged by the browser. */
  expectedFaults: RegExp[]
  /** Fails the test on an error that the page throws or logs. */
  watch: null
  /** The server's API as the administrator, signed in for this test only: a session is shorter than a run. */
  api: Api
  office: Page
}

interface WorkerFixtures {
  /** Address of a server used only by the tests of one worker process. */
  address: string
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  viewport: { width: 1440, height: 900 },
  reader: [{ language: 'en', theme: 'light' }, { option: true }],
  expectedFaults: async ({}, use) => use([]),
  watch: [
    async ({ page, expectedFaults }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(`Thrown: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`Logged: ${message.text()} (${message.location().url})`)
      })
      await use(null)
      base.expect(faults.filter((fault) => !expectedFaults.some((expected) => expected.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
  address: [
    async ({}, use) => {
      const server = await startServer({
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        // Its data is deleted afterwards; durability after a crash is tested elsewhere.
        DB_DURABILITY: 'relaxed',
        WEBHOOK_LOOPBACK: '1',
        FAKE_PAYMENTS: '1',
      })
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  baseURL: async ({ address }, use) => use(address),
  api: async ({ address }, use) => use(await connect(address)),
  office: async ({ page, api, reader }, use) => {
    await keepSession(page, api.session, reader)
    await use(page)
    // A request that a route still answers when the test ends would fail outside of any test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

export { expect } from '@playwright/test'

/** Stores a session in the browser as a sign-in does. */
export async function keepSession(page: Page, session: Session, reader: Reader): Promise<void> {
  const stored = {
    [STORAGE_KEYS.tokens]: JSON.stringify(session.tokens),
    [STORAGE_KEYS.user]: JSON.stringify(session.user),
    [STORAGE_KEYS.language]: reader.language,
    [STORAGE_KEYS.theme]: reader.theme,
  }
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, stored)
}
