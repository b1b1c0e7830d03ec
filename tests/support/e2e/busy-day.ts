import { expect } from '@playwright/test'
import type { Json } from '../api'
import { ADMINISTRATOR } from '../e2e-administrator'
import type { Api } from './api'
import { lengthenLimits } from './clock'
import { startServer } from './own-server'
import { test as base } from './test'
import { START_TIMEOUT_MS } from '../timeouts'

const DAY_MS = 86_400_000

/** Tests on a separate server with a company of 2,000 journeys today and 2,000 tomorrow: see tests/support/busy-day. */
export const test = base.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      const server = await startServer({
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        DB_DURABILITY: 'relaxed',
        FILL_WITH: 'tests/support/busy-day/fill.ts',
      })
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  context: async ({ context }, use) => {
    await lengthenLimits(context)
    await use(context)
  },
})

/** Returns today and tomorrow in the time zone of the busy company. */
export async function busyDays(api: Api): Promise<{ today: string; tomorrow: string }> {
  const timeZone = String((await api.get('/company/')).body['timezone'])
  const [today, tomorrow] = [0, DAY_MS].map((ahead) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(Date.now() + ahead),
  )
  return { today: String(today), tomorrow: String(tomorrow) }
}

/** Returns the only record that a search finds. */
export async function only(api: Api, resource: string, filter: Json): Promise<Json> {
  const { rows } = await api.list(resource, { filter })
  expect(rows).toHaveLength(1)
  return rows[0] as Json
}
