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
  /** Whether the navigation is dark in light mode. */
  semidark: boolean
  /** Whether the menu is toggled from its initial state: the vertical one closed, the narrow one held open. */
  sidebar: boolean
  density: (typeof DENSITIES)[number]
  /** Follows the language layer, which alone decides it. */
  locale: Language
}

const oneOf = <T extends string>(known: readonly [T, ...T[]], value: string | null): T =>
  known.find((item) => item === value) ?? known[0]

const flag = (value: string | null) => oneOf(FLAGS, value) === 'true'

export const directionOf = (locale: Language): Direction => (languageInfo(locale).rtl ? 'rtl' : 'ltr')

/**
 * Reads the settings of this browser; invalid values fall back to the defaults. A stored direction applies only to the
 * language that it was chosen for; otherwise the language's own applies. `public/boot.js` reads the same before the first
 * paint.
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

/** Returns the defaults for the customizer; the direction is that of the reader's language. */
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

/** Returns the colours of a theme, with `system` resolved. */
export const schemeOf = (theme: Settings['theme'], systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'dark' || (theme === 'system' && systemIsDark) ? 'dark' : 'light'

/** Sets the colours for the style sheets, and stores them for the next visit. */
export function showScheme(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset['scheme'] = scheme
  storage.set(STORAGE_KEYS.isDarkMode, String(scheme === 'dark'))
}

/** Sets the direction of the page, and stores the language that it belongs to. */
export function showDirection(locale: Language, rtlClass: Direction): void {
  document.documentElement.dir = rtlClass
  writeSettings({ locale, rtlClass })
}
