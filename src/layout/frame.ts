import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazyModule } from '../providers/lazyModule'

/** Where the page stands in the frame: the keyboard is led there. */
export const MAIN_ID = 'main-content'
export const BAR_HEIGHT_PX = 56
/** The row of the horizontal menu below the bar. */
export const MENU_ROW_HEIGHT_PX = 44
/** Icons of the narrow menu with the room around them. */
export const RAIL_WIDTH_PX = 66
/** Ground that shows around the page on a wide screen. */
export const FRAME_PX = 8
export const FRAME_RADIUS_PX = 12
/** The ground around the page; dark beside a light page where the navigation is. */
export const FRAME_GROUND = '--frame-ground'
/** A boxed console leaves some ground beside it on every screen that is wider than a phone. */
export const BOX_WIDTH = 'min(1360px, 92%)'

/** Whether there is room for the menu beside the page. */
export function useWide(): boolean {
  return useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
}

/** The way out among it: fetched once there is nothing else to do, so that it is there when the server is not. */
export const USER_MENU = lazyModule(async () => ({ default: (await import('./UserMenuList')).UserMenuList }))
