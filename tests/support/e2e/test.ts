import { test as base, type Page } from '@playwright/test'
import { STORAGE_KEYS } from './storage'
import { connect, type Api, type Session } from './api'
import { unique } from '../factories'

/** Codes that one worker process may use up; the next one starts behind them. */
const CODES_OF_A_WORKER = 400

interface Reader {
  language: 'en' | 'ae' | 'de' | 'es' | 'fr'
  theme: 'light' | 'dark'
}

interface Fixtures {
  /** Language and colours that the console is read in. */
  reader: Reader
  /** Faults that a test brings about itself, as they stand in the browser's log. */
  expectedFaults: RegExp[]
  /** Fails the test on an error that the page throws or logs. */
  watch: null
  /** The page with the administrator signed in. */
  office: Page
}

export const test = base.extend<Fixtures, { api: Api }>({
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
  api: [
    async ({}, use, worker) => {
      for (let used = 0; used < worker.workerIndex * CODES_OF_A_WORKER; used += 1) unique('')
      const { baseURL } = worker.project.use
      if (!baseURL) throw new Error('The configuration names no server.')
      await use(await connect(baseURL))
    },
    { scope: 'worker' },
  ],
  office: async ({ page, api, reader }, use) => {
    await keepSession(page, api.session, reader)
    await use(page)
  },
})

export { expect } from '@playwright/test'

/** Puts a session into the browser as a sign-in would have left it. */
export async function keepSession(page: Page, session: Session, reader: Reader): Promise<void> {
  const kept = {
    [STORAGE_KEYS.tokens]: JSON.stringify(session.tokens),
    [STORAGE_KEYS.user]: JSON.stringify(session.user),
    [STORAGE_KEYS.language]: reader.language,
    [STORAGE_KEYS.theme]: reader.theme,
  }
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, kept)
}
