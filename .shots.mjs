import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const [, , base, out, log] = process.argv
const people = readFileSync(log, 'utf8')
const pass = /admin\s+(\S+)/.exec(people)[1]
const partner = /(rebecca\S+)\s+(\S+)/.exec(people)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] })
const PAGES = ['/', '/reservations', '/reservations/create', '/reservations/create?kind=hire', '/journeys', '/journeys/board', '/map', '/vehicle-types', '/customers', '/pricing-rules/preview', '/partners', '/company', '/tasks', '/notifications', '/account', 'show:journeys', 'show:reservations', 'show:partners', 'show:customers', 'show:vehicles', 'edit:vehicles']
const PARTNER = ['', '?section=journeys', '?section=trips', '?section=keys', '?section=webhooks', '?section=mock', '?section=checklist', '?section=logs', '?section=docs']
for (const [language, theme] of [['en', 'light'], ['ae', 'dark']]) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1100 }, reducedMotion: 'reduce' })
  await context.addInitScript(([l, t]) => { localStorage.setItem('i18nextLng', l); localStorage.setItem('theme', t) }, [language, theme])
  const page = await context.newPage()
  await page.goto(base + '/login')
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill(pass)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((u) => !u.pathname.includes('login'))
  await page.waitForTimeout(2500)
  const token = JSON.parse(await page.evaluate(() => localStorage.getItem('auth_tokens'))).access
  const firstOf = async (name) => {
    const answer = await page.request.get(`${base}/api/${name}/?page=1&per_page=1&sort=id`, { headers: { authorization: `Bearer ${token}` } })
    const body = await answer.json().catch(() => null)
    return (body?.results ?? body?.data ?? body)?.[0]?.id
  }
  for (const path of PAGES) {
    let at = path
    if (/^(show|edit):/.test(path)) {
      const [how, name] = path.split(':')
      const id = await firstOf(name)
      if (!id) { console.log('no', name); continue }
      at = `/${name}/${id}${how === 'show' ? '/show' : ''}`
    }
    await page.goto(base + at)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `${out}/${language}-${path.replaceAll(/\W+/g, '_')}.png` })
  }
  const portal = await browser.newContext({ viewport: { width: 1440, height: 1100 }, reducedMotion: 'reduce' })
  await portal.addInitScript(([l, t]) => { localStorage.setItem('i18nextLng', l); localStorage.setItem('theme', t) }, [language, theme])
  const p = await portal.newPage()
  await p.goto(base + '/partner-login')
  await p.locator('input').first().fill(partner[1])
  await p.locator('input[type=password]').fill(partner[2])
  await p.locator('button[type=submit]').click()
  await p.waitForURL((u) => !u.pathname.includes('login'))
  await p.waitForTimeout(1500)
  for (const q of PARTNER) {
    await p.goto(base + '/partner-dashboard' + q)
    await p.waitForTimeout(1800)
    await p.screenshot({ path: `${out}/${language}-portal${q.replaceAll(/\W+/g, '_')}.png` })
  }
  await context.close(); await portal.close()
}
await browser.close()
