import { STORAGE_KEYS } from '../../config'
import { storage } from '../storage'

export const THEMES = ['light', 'dark', 'system'] as const
export const DENSITIES = ['compact', 'comfortable'] as const

export interface Settings {
  theme: (typeof THEMES)[number]
  density: (typeof DENSITIES)[number]
}

const oneOf = <T extends string>(known: readonly [T, ...T[]], value: string | null): T =>
  known.find((item) => item === value) ?? known[0]

/** What this browser remembers; values that it should not have fall back to the defaults. */
export function readSettings(): Settings {
  return {
    theme: oneOf(THEMES, storage.get(STORAGE_KEYS.theme)),
    density: oneOf(DENSITIES, storage.get(STORAGE_KEYS.density)),
  }
}

export function writeSettings(change: Partial<Settings>): void {
  for (const [name, value] of Object.entries(change)) storage.set(STORAGE_KEYS[name as keyof Settings], value)
}
