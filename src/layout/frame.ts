import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazyModule } from '../providers/lazyModule'

/** Id of the page content, which receives the focus. */
export const MAIN_ID = 'main-content'
export const BAR_HEIGHT_PX = 56
/** Height of the horizontal menu below the bar. */
export const MENU_ROW_HEIGHT_PX = 44
/** Width of the collapsed menu: icons and padding. */
export const RAIL_WIDTH_PX = 66
/** Width of the background around the page on a wide screen. */
export const FRAME_PX = 8
export const FRAME_RADIUS_PX = 12
/** Colour around the page; dark next to a light page if the navigation is dark. */
export const FRAME_GROUND = '--frame-ground'
/** Width of a boxed console, which leaves a margin on screens wider than a phone. */
export const BOX_WIDTH = 'min(1360px, 92%)'

/** Whether the menu fits next to the page. */
export function useWide(): boolean {
  return useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
}

/** Includes the sign-out; fetched when the browser is idle, so that it works without a connection. */
export const USER_MENU = lazyModule(async () => ({ default: (await import('./UserMenuList')).UserMenuList }))
