import { createTheme, darken, type SxProps, type Theme, type ThemeOptions } from '@mui/material/styles'
import { SIDEBAR_COLLAPSE_BELOW_PX, SIDEBAR_WIDTH_PX } from '../../../contract/core/limits/console'
import { componentStyles, TEXT_PX } from './components'
import { DARK, LIGHT, type Colours } from './palette'

declare module '@mui/material/styles' {
  interface Theme {
    colours: Colours
  }
  interface ThemeOptions {
    colours?: Colours
    sidebar?: { width?: number; closedWidth?: number }
  }
}

declare module '@mui/material/SvgIcon' {
  interface SvgIconPropsSizeOverrides {
    tiny: true
    text: true
    menu: true
    bar: true
  }
}

/** Style object that can be spread into others. */
export type StyleObject = Exclude<SxProps<Theme>, readonly unknown[] | ((theme: Theme) => unknown)>

const LATIN = "'Inter Variable', 'IBM Plex Sans Arabic', system-ui, -apple-system, 'Segoe UI', sans-serif"
const ARABIC = "'IBM Plex Sans Arabic', 'Inter Variable', system-ui, sans-serif"
/** Font of plates, references and codes. */
export const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Liberation Mono', Menlo, Consolas, monospace"

/** Returns the options of a theme, for `<Admin>` and for `buildTheme`. */
export function themeOptions(scheme: 'light' | 'dark', direction: 'ltr' | 'rtl'): ThemeOptions {
  const colours = scheme === 'dark' ? DARK : LIGHT
  const { tones } = colours
  const state = (name: keyof typeof tones) => ({
    main: tones[name].ink,
    // Dark enough to stand out on hover, and light enough for the text on it.
    dark: darken(tones[name].ink, 0.2),
    contrastText: colours.surface,
  })
  return {
    direction,
    colours,
    spacing: 4,
    sidebar: { width: SIDEBAR_WIDTH_PX },
    breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: SIDEBAR_COLLAPSE_BELOW_PX, xl: 1440 } },
    shape: { borderRadius: 4 },
    palette: {
      mode: scheme,
      primary: { main: colours.accent, dark: colours.accentHover, contrastText: colours.onAccent },
      secondary: { main: colours.accent, contrastText: colours.onAccent },
      error: state('danger'),
      warning: state('warning'),
      success: state('success'),
      info: state('info'),
      background: { default: colours.ground, paper: colours.surface },
      text: { primary: colours.ink, secondary: colours.inkSecondary, disabled: colours.inkTertiary },
      divider: colours.hairline,
      action: { hover: colours.hover, selected: colours.selected },
    },
    typography: {
      fontFamily: direction === 'rtl' ? ARABIC : LATIN,
      fontSize: TEXT_PX.text,
      htmlFontSize: 16,
      h1: { fontSize: TEXT_PX.page, fontWeight: 620, lineHeight: 1.3, letterSpacing: '-0.011em' },
      h2: { fontSize: TEXT_PX.part, fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: TEXT_PX.text, fontWeight: 600, lineHeight: 1.4 },
      h6: { fontSize: TEXT_PX.part, fontWeight: 600, lineHeight: 1.4 },
      body1: { fontSize: TEXT_PX.text, lineHeight: 1.5, letterSpacing: 0 },
      body2: { fontSize: TEXT_PX.close, lineHeight: 1.45, letterSpacing: 0 },
      caption: { fontSize: TEXT_PX.small, lineHeight: 1.4, letterSpacing: 0 },
      overline: { fontSize: TEXT_PX.smallest, lineHeight: 1.4, letterSpacing: 0, textTransform: 'none' },
      button: { fontSize: TEXT_PX.close, fontWeight: 550, textTransform: 'none', letterSpacing: 0 },
    },
    components: componentStyles(colours),
  }
}

export function buildTheme(scheme: 'light' | 'dark', direction: 'ltr' | 'rtl'): Theme {
  return createTheme(themeOptions(scheme, direction))
}
