import { DARK, LIGHT } from '../ui/theme/palette'

/** Gives the sign-in page the colours of a scheme, as properties that its style sheet reads. */
export function paintSignIn(scheme: 'light' | 'dark'): void {
  const colours = scheme === 'dark' ? DARK : LIGHT
  const { tones } = colours
  const properties = {
    ground: colours.ground,
    surface: colours.surface,
    hairline: colours.hairline,
    hover: colours.hover,
    ink: colours.ink,
    'ink-secondary': colours.inkSecondary,
    accent: colours.accent,
    'accent-hover': colours.accentHover,
    'on-accent': colours.onAccent,
    danger: tones.danger.ink,
    'danger-ground': tones.danger.ground,
    info: tones.info.ink,
    'info-ground': tones.info.ground,
  }
  for (const [name, value] of Object.entries(properties)) document.documentElement.style.setProperty(`--${name}`, value)
}
