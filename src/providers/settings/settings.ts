import type { Language } from '../../../contract/core/languages'
import { STORAGE_KEYS } from '../config'
import { FALLBACK_LANGUAGE, languageInfo, toLanguage } from '../i18n/languages'
import { storage } from '../storage'
import {
  ANIMATIONS,
  DENSITIES,
  DIRECTIONS,
  LAYOUTS,
  MENUS,
  NAVBARS,
  THEMES,
  type Animation,
  type Direction,
} from './choices'

const FLAGS = ['false', 'true'] as const

export interface Settings {
  theme: (typeof THEMES)[number]
  menu: (typeof MENUS)[number]
  layout: (typeof LAYOUTS)[number]
  rtlClass: Direction
  animation: Animation
  navbar: (typeof NAVBARS)[number]
  /** The navigation is dark while the pages are light. */
  semidark: boolean
  /** The menu was toggled away from how its kind starts: the vertical one closed, the narrow one held open. */
  sidebar: boolean
  density: (typeof DENSITIES)[number]
  /** Follows the language layer, which alone decides it. */
  locale: Language
}

const oneOf = <T extends string>(known: readonly [T, ...T[]], value: string | null): T =>
  known.find((item) => item === value) ?? known[0]

const flag = (value: string | null) => oneOf(FLAGS, value) === 'true'

/** The direction in which a language is written. */
export const directionOf = (locale: Language): Direction => (languageInfo(locale).rtl ? 'rtl' : 'ltr')

/**
 * What this browser remembers; values that it should not have fall back to the defaults.
 * A direction was chosen for a language: where that is another one now, the language's own holds. `public/boot.js`
 * reads the same before the first paint.
 */
export function readSettings(): Settings {
  const stored = (name: keyof Settings) => storage.get(STORAGE_KEYS[name])
  const locale = toLanguage(storage.get(STORAGE_KEYS.language)) ?? FALLBACK_LANGUAGE
  const chosen = stored('locale') === null || stored('locale') === locale ? stored('rtlClass') : null
  return {
    theme: oneOf(THEMES, stored('theme')),
    menu: oneOf(MENUS, stored('menu')),
    layout: oneOf(LAYOUTS, stored('layout')),
    rtlClass: DIRECTIONS.find((direction) => direction === chosen) ?? directionOf(locale),
    animation: oneOf(ANIMATIONS, stored('animation')),
    navbar: oneOf(NAVBARS, stored('navbar')),
    semidark: flag(stored('semidark')),
    sidebar: flag(stored('sidebar')),
    density: oneOf(DENSITIES, stored('density')),
    locale,
  }
}

export function writeSettings(change: Partial<Settings>): void {
  for (const [name, value] of Object.entries(change)) storage.set(STORAGE_KEYS[name as keyof Settings], String(value))
}

/** What the customizer goes back to; the direction is the one of the reader's language. */
export function defaultSettings(locale: Language): Omit<Settings, 'locale' | 'density'> {
  return {
    theme: THEMES[0],
    menu: MENUS[0],
    layout: LAYOUTS[0],
    rtlClass: directionOf(locale),
    animation: ANIMATIONS[0],
    navbar: NAVBARS[0],
    semidark: false,
    sidebar: false,
  }
}

/** The colours that a choice comes to, with `system` resolved. */
export const schemeOf = (theme: Settings['theme'], systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'dark' || (theme === 'system' && systemIsDark) ? 'dark' : 'light'

/** Tells the style sheets which colours hold, and the next visit which it starts with. */
export function showScheme(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset['scheme'] = scheme
  storage.set(STORAGE_KEYS.isDarkMode, String(scheme === 'dark'))
}

/** Turns the page in its direction, and keeps for which language that was. */
export function showDirection(locale: Language, rtlClass: Direction): void {
  document.documentElement.dir = rtlClass
  writeSettings({ locale, rtlClass })
}
