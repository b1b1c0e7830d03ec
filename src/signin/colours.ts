import type { CSSProperties } from 'react'
import { DARK, LIGHT } from '../ui/theme/palette'

/** Returns the colours of a scheme as custom properties for the style sheet of the sign-in page. */
export function signInColours(scheme: 'light' | 'dark'): CSSProperties {
  const { tones, ...colours } = scheme === 'dark' ? DARK : LIGHT
  return {
    '--ground': colours.ground,
    '--surface': colours.surface,
    '--hairline': colours.hairline,
    '--hover': colours.hover,
    '--ink': colours.ink,
    '--ink-secondary': colours.inkSecondary,
    '--accent': colours.accent,
    '--accent-hover': colours.accentHover,
    '--on-accent': colours.onAccent,
    '--danger': tones.danger.ink,
    '--danger-ground': tones.danger.ground,
    '--info': tones.info.ink,
    '--info-ground': tones.info.ground,
  } as CSSProperties
}
