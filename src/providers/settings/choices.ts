/** The first of each list is the default. */
export const THEMES = ['light', 'dark', 'system'] as const
export const MENUS = ['vertical', 'horizontal', 'collapsible-vertical'] as const
export const LAYOUTS = ['full', 'boxed-layout'] as const
export const DIRECTIONS = ['ltr', 'rtl'] as const
export const NAVBARS = ['navbar-sticky', 'navbar-floating', 'navbar-static'] as const
/** Page transition; the empty string means none. */
export const ANIMATIONS = [
  '',
  'fade',
  'fade-down',
  'fade-up',
  'fade-left',
  'fade-right',
  'slide-down',
  'slide-left',
  'slide-right',
  'zoom-in',
] as const
export const DENSITIES = ['compact', 'comfortable'] as const

export type Direction = (typeof DIRECTIONS)[number]
export type Animation = (typeof ANIMATIONS)[number]
