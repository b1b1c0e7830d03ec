import ContrastIcon from '@mui/icons-material/Contrast'
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import { ANIMATIONS, DIRECTIONS, LAYOUTS, MENUS, NAVBARS, THEMES } from '../../providers/settings/choices'
import type { Settings } from '../../providers/settings/settings'

export type Choice = 'theme' | 'menu' | 'semidark' | 'layout' | 'rtlClass' | 'navbar' | 'animation'

/** Shape in a picture: inline start, top, width, height in a field of 60 × 36, and whether it is navigation. */
export type Shape = readonly [x: number, y: number, width: number, height: number, part: 'navigation' | 'page']

interface Option<V> {
  value: V
  icon?: typeof SvgIcon
  picture?: readonly Shape[]
}

interface GroupOf<K extends Choice> {
  /** The title has the key `app.customizer.<setting>.title`, each option `app.customizer.<setting>.<value>`. */
  setting: K
  columns: 2 | 3
  options: readonly Option<Settings[K]>[]
}

export type Group = { [K in Choice]: GroupOf<K> }[Choice]

const BESIDE: Shape = [4, 4, 13, 28, 'navigation']
const page = (x: number, y: number, width: number, height: number): Shape => [x, y, width, height, 'page']

const ICONS = { light: LightModeIcon, dark: DarkModeIcon, system: ContrastIcon }
const MENU_PICTURES: Record<Settings['menu'], readonly Shape[]> = {
  vertical: [BESIDE, page(20, 4, 36, 5), page(20, 12, 36, 20)],
  horizontal: [[4, 4, 52, 5, 'navigation'], page(4, 12, 52, 20)],
  'collapsible-vertical': [[4, 4, 5, 28, 'navigation'], page(12, 4, 44, 5), page(12, 12, 44, 20)],
}
const LAYOUT_PICTURES: Record<Settings['layout'], readonly Shape[]> = {
  full: [page(4, 4, 52, 28)],
  'boxed-layout': [page(15, 4, 30, 28)],
}
const NAVBAR_PICTURES: Record<Settings['navbar'], readonly Shape[]> = {
  'navbar-sticky': [[4, 4, 52, 6, 'navigation'], page(4, 10, 52, 22)],
  'navbar-floating': [page(4, 4, 52, 28), [9, 8, 42, 6, 'navigation']],
  'navbar-static': [[4, 1, 52, 3, 'navigation'], page(4, 6, 52, 26)],
}
const DIRECTION_PICTURES: Record<Settings['rtlClass'], readonly Shape[]> = {
  ltr: [page(4, 7, 40, 4), page(4, 16, 28, 4), page(4, 25, 34, 4)],
  rtl: [page(16, 7, 40, 4), page(28, 16, 28, 4), page(22, 25, 34, 4)],
}

export const GROUPS: readonly Group[] = [
  { setting: 'theme', columns: 3, options: THEMES.map((value) => ({ value, icon: ICONS[value] })) },
  { setting: 'menu', columns: 3, options: MENUS.map((value) => ({ value, picture: MENU_PICTURES[value] })) },
  { setting: 'semidark', columns: 2, options: [{ value: false }, { value: true }] },
  { setting: 'layout', columns: 2, options: LAYOUTS.map((value) => ({ value, picture: LAYOUT_PICTURES[value] })) },
  {
    setting: 'rtlClass',
    columns: 2,
    options: DIRECTIONS.map((value) => ({ value, picture: DIRECTION_PICTURES[value] })),
  },
  { setting: 'navbar', columns: 3, options: NAVBARS.map((value) => ({ value, picture: NAVBAR_PICTURES[value] })) },
  { setting: 'animation', columns: 2, options: ANIMATIONS.map((value) => ({ value })) },
]

/** Returns the dictionary key of an option; `none` for the empty animation. */
export const optionKey = (setting: Choice, value: string | boolean) =>
  `app.customizer.${setting}.${value === '' ? 'none' : String(value)}`
