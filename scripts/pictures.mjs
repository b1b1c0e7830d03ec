// npm run pictures: takes the README's screenshots of the demo, light and dark, into docs/pictures/.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { ensureBuilt } from './lib/build.mjs'
import { freePort } from './lib/free-port.mjs'
import { print } from './lib/print.mjs'
import { findChromium } from './lib/tools.mjs'

const FOLDER = 'docs/pictures'
const SIZE = { width: 1280, height: 800 }
/** WebP quality in percent: text stays sharp and the files stay small. */
const QUALITY = 80
const MOST_BYTES = 150_000
const DAY_MS = 24 * 3600 * 1000

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Screenshots by sign-in page and user.
 * @type {{ login: string, person: string, pictures: Record<string, (page: Page) => Promise<unknown>> }[]}
 */
const VISITS = [
  {
    login: '/login',
    person: 'Elena Navarro',
    pictures: {
      dashboard: (page) => open(page, '/', 'Scheduled'),
      desk: holdASeat,
      board: (page) => open(page, '/journeys/board?by=driver', 'MLG-EST'),
    },
  },
  {
    login: '/partner-login',
    person: 'Rebecca Holt',
    pictures: { portal: (page) => open(page, '/partner-dashboard', 'Confirmed') },
  },
]

/**
 * @param {Page} page
 * @param {string} path
 * @param {string} text that is visible after the rows have loaded
 */
async function open(page, path, text) {
  await page.goto(path)
  await page.getByText(text).first().waitFor()
}

/**
 * @param {Page} page of a signed-in user
 * @param {string} resource
 * @param {Record<string, unknown>} filter
 * @returns {Promise<Record<string, string>>} the first record of a list
 */
async function firstOf(page, resource, filter) {
  const [record] = await page.evaluate(
    async (path) => {
      const { access } = JSON.parse(localStorage.getItem('auth_tokens') ?? '{}')
      return (await fetch(path, { headers: { authorization: `Bearer ${access}` } })).json()
    },
    `/api/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}&range=[0,0]`,
  )
  return record
}

/**
 * Holds the first departure of tomorrow with free seats on the reservation page.
 * @param {Page} page
 */
async function holdASeat(page) {
  const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const request = { service_date: date, sales_status: 'open', service_status: 'scheduled', seats_left_gte: 10 }
  const journey = await firstOf(page, 'journeys', request)
  const way = `origin=${journey.origin_station_id}&destination=${journey.destination_station_id}`
  await page.goto(`/reservations/create?date=${date}&${way}`)
  await page.getByRole('radiogroup').getByRole('radio').first().click()
  await page.getByRole('timer').waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
}

/**
 * @param {Page} page
 * @param {string} file
 */
async function take(page, file) {
  await page.waitForLoadState('networkidle')
  // Moves the pointer away, so that no element has the hover style.
  await page.mouse.move(0, 0)
  const client = await page.context().newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MOST_BYTES) throw new Error(`${file} is ${bytes.length} bytes; ${MOST_BYTES} is the most.`)
  writeFileSync(file, bytes)
  print(`${file} ${Math.round(bytes.length / 1000)} kB`)
}

/** Starts the demo on a temporary folder. */
async function startDemo() {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/serve-temp.mjs', '--demo'], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text
    if (/Wayline is ready at [\s\S]+\n\n/.test(output)) break
  }
  child.stdout.resume()
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { address: `http://127.0.0.1:${port}`, stop }
}

const code = await ensureBuilt(['server', 'console'])
if (code !== 0) process.exit(code)
mkdirSync(FOLDER, { recursive: true })
const demo = await startDemo()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  for (const theme of /** @type {const} */ (['light', 'dark']))
    for (const { login, person, pictures } of VISITS) {
      const context = await browser.newContext({
        baseURL: demo.address,
        viewport: SIZE,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      await context.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
      const page = await context.newPage()
      await page.goto(login)
      await page.getByRole('button', { name: person }).click()
      await page.waitForURL((url) => url.pathname !== login)
      for (const [name, prepare] of Object.entries(pictures)) {
        await prepare(page)
        await take(page, `${FOLDER}/${name}-${theme}.webp`)
      }
      await context.close()
    }
} finally {
  await browser.close()
  await demo.stop()
}
