import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, WebSocket } from '@playwright/test'
import { DEFAULT_NOTIFICATION_PREFERENCES } from '../../contract/entities/notification-preferences'
import { findPostgres, howToGet } from '../../scripts/lib/tools.mjs'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { connect, type Api } from '../support/e2e/api'
import { pauseClock } from '../support/e2e/clock'
import { makeColleague } from '../support/e2e/colleague'
import { startServer, type OwnServer } from '../support/e2e/own-server'
import { box, button, heading } from '../support/e2e/screen'
import { expect, keepSession, test } from '../support/e2e/test'
import { make, unique } from '../support/factories'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

test.skip(findPostgres() === null, howToGet('postgresql'))

/** Longer than the console gathers messages before it renders them, and far shorter than any of its intervals. */
const SPAN_MS = 50
const BOOKINGS = 3

let database: PostgresServer
let servers: OwnServer[] = []
let folder = ''
let reader: Api
let colleague: Api

/** Two processes on one database: the reader's console uses the first, the colleague the second. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wayline-live-'))
  const secrets = join(folder, 'secrets.json')
  const keys = ['access_token_key', 'csrf_key', 'ticket_key', 'webhook_key', 'account_key', 'backup_key'].map(
    (name) => [name, randomBytes(32).toString('base64')],
  )
  writeFileSync(secrets, JSON.stringify(Object.fromEntries(keys)), { mode: 0o600 })
  database = await startPostgres()
  const settings = {
    DATABASE_URL: database.url,
    SECRETS_FILE: secrets,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  }
  // The first process sets up the database.
  servers = [await startServer(settings)]
  servers.push(await startServer(settings))
  const [first = '', second = ''] = servers.map(({ address }) => address)
  reader = await connect(first)
  colleague = await makeColleague(reader, second, 'manager', { first_name: 'Eleni', last_name: 'Costa' })
})
test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a page. @returns its live connection, once a message has arrived on it */
async function openLive(page: Page, address: string): Promise<WebSocket> {
  const connected = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/ws/'))
    .then(async (socket) => {
      await socket.waitForEvent('framereceived')
      return socket
    })
  await page.goto(address)
  return connected
}

test('changes of a colleague on another process appear in the open console by themselves', async ({ page }) => {
  const home = servers[0]?.address ?? ''
  const journey = await make(reader, 'journeys')
  await keepSession(page, reader.session, { language: 'en', theme: 'light' })
  await page.clock.install()
  /** Reads a locator after a short time has passed in the page. */
  const afterSpan = async <T>(read: () => Promise<T>): Promise<T> => {
    await page.clock.runFor(SPAN_MS)
    return read()
  }

  await test.step('a breakdown creates a notification, and new bookings are announced above the list', async () => {
    const request = { ...DEFAULT_NOTIFICATION_PREFERENCES, scope: 'all', muted_types: ['reservation_update'] }
    await reader.put('/notifications/preferences', request)
    const vehicles = [
      await make(colleague, 'vehicles'),
      await make(colleague, 'vehicles'),
      await make(colleague, 'vehicles'),
    ]
    const live = await openLive(page, `${home}/reservations`)
    await expect(heading(page, 'Reservations')).toBeVisible()
    await expect(page.getByText('No reservations yet.')).toBeVisible()
    const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
    // With paused timers, the page learns only what the server pushes.
    await pauseClock(page)
    const references: string[] = []
    for (const [index, vehicle] of vehicles.entries()) {
      references.push(String((await make(colleague, 'reservations', { journey_id: journey['id'] }))['reference']))
      const withdrawn = { status: 'out_of_service', status_reason: 'Gearbox' }
      const sent = live.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes(String(vehicle['fleet_code'])),
      )
      await colleague.patch(`/vehicles/${String(vehicle['id'])}`, withdrawn, { ifMatch: '*' })
      await sent
      const name = `Notifications, ${index + 1} unread`
      await expect.poll(() => afterSpan(() => bell.getAttribute('aria-label'))).toBe(name)
      await expect(bell).toHaveAccessibleName(name)
    }
    await page.clock.resume()
    const offer = page.getByRole('status').filter({ hasText: `${BOOKINGS} new` })
    await expect(offer).toBeVisible()
    for (const reference of references) await expect(page.getByRole('link', { name: reference })).toHaveCount(0)
    await button(offer, 'Show').click()
    for (const reference of references) await expect(page.getByRole('link', { name: reference })).toBeVisible()
    await expect(page.getByText(`${BOOKINGS} reservations`, { exact: true })).toBeVisible()
  })

  await test.step('sold seats disappear from the open journey', async () => {
    await page.goto(`${home}/journeys/${String(journey['id'])}/show`)
    await expect(page.getByText(`${BOOKINGS}/50`).first()).toBeVisible()
    await make(colleague, 'reservations', { journey_id: journey['id'] })
    await expect(page.getByText(`${BOOKINGS + 1}/50`).first()).toBeVisible()
  })

  await test.step('a changed row shows its new values and is highlighted', async () => {
    const station = await make(colleague, 'stations', { city: 'Paphos' })
    await openLive(page, `${home}/stations`)
    const row = page.getByRole('row').filter({ hasText: String(station['code']) })
    await expect(row).toContainText('Paphos')
    await pauseClock(page)
    await colleague.patch(`/stations/${String(station['id'])}`, { city: 'Limassol' }, { ifMatch: '*' })
    await expect.poll(() => afterSpan(() => row.innerText())).toContain('Limassol')
    await expect(row).toHaveClass(/changed/)
    await page.clock.resume()
    await colleague.delete(`/stations/${String(station['id'])}`, { ifMatch: '*' })
    await expect(row).toHaveCount(0)
  })

  await test.step('a form keeps what is typed and shows who changed the record', async () => {
    const station = await make(reader, 'stations', { code: unique('EDIT'), city: 'Paphos' })
    await page.goto(`${home}/stations/${String(station['id'])}`)
    const city = box(page.getByRole('main'), 'City')
    await city.fill('Larnaca')
    await colleague.patch(`/stations/${String(station['id'])}`, { city: 'Limassol' }, { ifMatch: '*' })
    await expect(page.getByRole('alert')).toContainText('Eleni Costa changed this record')
    await expect(city).toHaveValue('Larnaca')
  })
})
