import '../../../support/console/media'
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/languages'
import { DARK_SYSTEM, setMedia } from '../../../support/console/media'
import { defaultSettings, readSettings, writeSettings } from '../../../../src/providers/settings/settings'
import { storage } from '../../../../src/providers/storage'

const boot = readFileSync('public/boot.js', 'utf8')

afterEach(() => {
  window.localStorage.clear()
  setMedia(DARK_SYSTEM, false)
})

function keep(values: Record<string, string>): void {
  for (const [key, value] of Object.entries(values)) window.localStorage.setItem(key, value)
}

describe('the settings in browser storage', () => {
  it('R-155 start with the defaults', () => {
    expect(readSettings()).toEqual({
      locale: 'en',
      theme: 'light',
      menu: 'vertical',
      layout: 'full',
      rtlClass: 'ltr',
      animation: '',
      navbar: 'navbar-sticky',
      semidark: false,
      sidebar: false,
      density: 'compact',
    })
    expect(readSettings()).toMatchObject(defaultSettings('en'))
  })

  it('R-164 have the defaults for invalid values', () => {
    keep({
      theme: 'purple',
      semidark: 'maybe',
      sidebar: '1',
      menu: '{}',
      layout: 'null',
      rtlClass: 'up',
      animation: 'explode',
      navbar: '[]',
      locale: 'zz',
      i18nextLng: 'zz',
    })
    expect(readSettings()).toEqual({ ...defaultSettings('en'), density: 'compact', locale: 'en' })
  })

  it('are read as they were written', () => {
    const change = {
      theme: 'system',
      menu: 'horizontal',
      layout: 'boxed-layout',
      rtlClass: 'rtl',
      animation: 'zoom-in',
      navbar: 'navbar-static',
      semidark: true,
      sidebar: true,
    } as const
    writeSettings(change)
    expect(readSettings()).toMatchObject(change)
  })

  it('R-178 keep a chosen direction until the language changes', () => {
    keep({ i18nextLng: 'en', locale: 'en', rtlClass: 'rtl' })
    expect(readSettings().rtlClass).toBe('rtl')
    keep({ i18nextLng: 'de' })
    expect(readSettings().rtlClass).toBe('ltr')
    keep({ i18nextLng: 'ae' })
    expect(readSettings().rtlClass).toBe('rtl')
  })
})

describe('before the first paint', () => {
  const paint = () => {
    runInThisContext(boot)
    const { lang, dir, dataset } = document.documentElement
    return { lang, dir, scheme: dataset['scheme'] }
  }

  it('R-156 the page has the language, direction and colours that the console will have', () => {
    for (const i18nextLng of [...LANGUAGES, 'fr-CA', 'zz', ''])
      for (const locale of ['en', 'ae'])
        for (const rtlClass of ['ltr', 'rtl', 'up'])
          for (const theme of ['light', 'dark', 'system', 'purple'])
            for (const system of [true, false]) {
              keep({ i18nextLng, locale, rtlClass, theme })
              setMedia(DARK_SYSTEM, system)
              const settings = readSettings()
              const dark = settings.theme === 'dark' || (settings.theme === 'system' && system)
              expect(paint()).toEqual({
                lang: settings.locale === 'ae' ? 'ar' : settings.locale,
                dir: settings.rtlClass,
                scheme: dark ? 'dark' : 'light',
              })
            }
  })

  it('the page has the defaults when the browser stores nothing', () => {
    expect(paint()).toEqual({ lang: 'en', dir: 'ltr', scheme: 'light' })
    expect(storage.get('theme')).toBeNull()
  })
})
