import { readFileSync } from 'node:fs'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeWarnings } from '../../support/console/complaints'
import { LANGUAGES } from '../../../contract/core/languages'

type Texts = Record<string, unknown>
const dictionary = (language: string) =>
  JSON.parse(readFileSync(`locales/${language}/translation.json`, 'utf8')) as Record<
    'app' | 'ra',
    Record<string, Texts>
  >

let asked: Request[] = []
const dictionaries = (
  change: (language: string, texts: ReturnType<typeof dictionary>) => unknown = (_, texts) => texts,
) =>
  http.get('http://localhost:8080/locales/:language/translation.json', ({ request, params }) => {
    asked.push(request)
    const language = String(params['language'])
    return HttpResponse.json(change(language, dictionary(language)) as object)
  })

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  asked = []
  window.localStorage.clear()
  window.localStorage.setItem('auth_tokens', JSON.stringify({ access: 'a.b.c', refresh: 'r' }))
  vi.resetModules()
  // Later reads and retries of a page end with its test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

/** Starts the language layer as on a newly opened page. */
async function start() {
  const { i18n, startI18n } = await import('../../../src/providers/i18n/i18n')
  const provider = await startI18n()
  return { i18n, provider, t: (key: string, options?: object) => provider.translate(key, options) }
}

describe('the dictionaries', () => {
  it('R-173, R-210 are requested once each, without a token', async () => {
    server.use(dictionaries())
    const { i18n } = await start()
    await expect.poll(() => LANGUAGES.every((code) => i18n.hasResourceBundle(code, 'translation'))).toBe(true)
    expect(asked.map(({ url }) => new URL(url).pathname).sort()).toEqual(
      LANGUAGES.map((code) => `/locales/${code}/translation.json`).sort(),
    )
    for (const request of asked) {
      expect(request.headers.has('authorization')).toBe(false)
      expect(request.credentials).toBe('same-origin')
    }
  })

  it('R-175 may all fail: the console shows built-in words and logs the error', async () => {
    server.use(http.get('*/locales/*', () => HttpResponse.error()))
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const { t } = await start()
    expect(t('ra.auth.sign_in')).toBe('Sign in')
    expect(t('app.nav.newReservation')).toBe('New reservation')
    expect(t('resources.pricing-rules.name', { smart_count: 2 })).toBe('Pricing rules')
    expect(t('errors.invalid_credentials', { _: 'Wrong name or password.' })).toBe('Wrong name or password.')
    expect(warn).toHaveBeenCalledWith('The dictionary "en" could not be read', expect.anything())
    warn.mockClear()
  })

  it('R-176 fall back to English where a text is missing', async () => {
    window.localStorage.setItem('i18nextLng', 'de')
    server.use(
      dictionaries((language, texts) => {
        if (language === 'de') delete texts.app['nav']?.['newReservation']
        return texts
      }),
    )
    const { t } = await start()
    expect(t('app.nav.newReservation')).toBe('Create reservation')
    expect(t('app.nav.pricing')).toBe('Preise und Saisons')
  })
})

it('the document has the language that is shown, when the chosen one cannot be read', async () => {
  server.use(
    http.get('*/locales/fr/translation.json', () => new HttpResponse(null, { status: 404 })),
    dictionaries(),
  )
  window.localStorage.setItem('i18nextLng', 'fr')
  const { i18n, t } = await start()
  expect([t('ra.action.save'), document.documentElement.lang]).toEqual(['Save', 'en'])
  await i18n.changeLanguage('de')
  expect([t('ra.action.save'), document.documentElement.lang]).toEqual(['Speichern', 'de'])
  await i18n.changeLanguage('fr')
  expect([t('ra.action.save'), document.documentElement.lang]).toEqual(['Save', 'en'])
  expect(takeWarnings().length).toBeGreaterThan(0)
})

describe('the first language', () => {
  it.each([
    [null, 'fr-FR', 'en'],
    ['es', 'fr-FR', 'es'],
    ['fr-CA', 'en-US', 'fr'],
    ['de-AT', 'en-US', 'de'],
    ['zh', 'zh-CN', 'en'],
    ['{bad', 'de-DE', 'en'],
  ])('R-169, R-170 with %s stored and a browser in %s is %s', async (stored, browser, expected) => {
    if (stored) window.localStorage.setItem('i18nextLng', stored)
    vi.spyOn(window.navigator, 'language', 'get').mockReturnValue(browser)
    server.use(dictionaries())
    const { i18n, provider } = await start()
    expect(provider.getLocale()).toBe(expected)
    expect(document.documentElement.lang).toBe(expected)
    await i18n.changeLanguage('ae')
    expect(window.localStorage.getItem('i18nextLng')).toBe('ae')
    expect(document.documentElement).toMatchObject({ lang: 'ar' })
  })
})

describe('Arabic', () => {
  it('R-181 has six plural forms', async () => {
    window.localStorage.setItem('i18nextLng', 'ae')
    server.use(dictionaries())
    const { t } = await start()
    const seats = dictionary('ae').app['reservation'] ?? {}
    const form = (count: number) => t('app.reservation.seats', { count })
    for (const [count, category] of [
      [0, 'zero'],
      [1, 'one'],
      [2, 'two'],
      [3, 'few'],
      [10, 'few'],
      [11, 'many'],
      [99, 'many'],
      [100, 'other'],
      [103, 'few'],
    ] as const)
      expect(form(count), `${count}`).toBe(String(seats[`seats_${category}`]).replace('{{count}}', String(count)))
  })

  it('R-179 inserts values unchanged, without HTML entities', async () => {
    server.use(dictionaries())
    const { t } = await start()
    expect(t('app.user.menu', { name: `O'Neil & <b>Co</b>` })).toBe(`Account of O'Neil & <b>Co</b>`)
  })
})

describe('a slow dictionary', () => {
  it('R-183 is waited for', async () => {
    let isAsked = false
    let isStarted = false
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    server.use(
      http.get('*/locales/:language/translation.json', async ({ params }) => {
        isAsked = true
        await held
        return HttpResponse.json(dictionary(String(params['language'])))
      }),
    )
    const starting = start().finally(() => (isStarted = true))
    await expect.poll(() => isAsked).toBe(true)
    expect(isStarted).toBe(false)
    answer()
    const { t } = await starting
    expect(t('ra.action.save')).toBe('Save')
  })
})
