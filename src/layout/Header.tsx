import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { SxProps, Theme } from '@mui/material/styles'
import { memo } from 'react'
import type { Settings } from '../providers/settings/settings'
import { useSettings } from '../providers/settings/SettingsProvider'
import { BAR_HEIGHT_PX, FRAME_GROUND, FRAME_PX, FRAME_RADIUS_PX, MENU_ROW_HEIGHT_PX, useWide } from './frame'
import { HorizontalMenu } from './HorizontalMenu'
import { NavigationStyles } from './NavigationStyles'
import { TopBar, type TopBarProps } from './TopBar'

/** Header of a page, fixed or scrolling with it. */
export const Header = memo(function Header(props: TopBarProps) {
  const { navbar, menu } = useSettings()
  const wide = useWide()
  const horizontal = menu === 'horizontal' && wide
  const height = FRAME_PX + BAR_HEIGHT_PX + (horizontal ? MENU_ROW_HEIGHT_PX : 0)
  return (
    <NavigationStyles apply={horizontal}>
      {/* Focused elements do not scroll below the header. */}
      {navbar !== 'navbar-static' && <GlobalStyles styles={{ html: { scrollPaddingTop: height + FRAME_PX } }} />}
      <Box component="header" sx={placeOf(navbar)}>
        <Box sx={navbar === 'navbar-floating' ? floatingStyles : attachedStyles}>
          <TopBar {...props} />
          {horizontal && <HorizontalMenu />}
        </Box>
      </Box>
    </NavigationStyles>
  )
})

function placeOf(navbar: Settings['navbar']): SxProps<Theme> {
  const floating = navbar === 'navbar-floating'
  return {
    position: navbar === 'navbar-static' ? 'relative' : 'sticky',
    top: 0,
    zIndex: 'appBar',
    // The page scrolls visibly below a floating bar; the others cover the frame's edge above them.
    pt: floating ? `${FRAME_PX}px` : { lg: `${FRAME_PX}px` },
    px: floating ? { xs: `${FRAME_PX}px`, lg: 3 } : 0,
    mb: floating ? { xs: 0, lg: `${FRAME_PX}px` } : 0,
    bgcolor: floating ? 'transparent' : `var(${FRAME_GROUND})`,
    pointerEvents: floating ? 'none' : 'auto',
  }
}

const attachedStyles: SxProps<Theme> = {
  bgcolor: ({ colours }) => colours.canvas,
  border: '0 solid',
  borderColor: 'divider',
  borderWidth: { xs: '0 0 1px', lg: '1px' },
  borderStartStartRadius: { lg: `${FRAME_RADIUS_PX}px` },
  borderStartEndRadius: { lg: `${FRAME_RADIUS_PX}px` },
}

const floatingStyles: SxProps<Theme> = {
  pointerEvents: 'auto',
  bgcolor: ({ colours }) => colours.raised,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2.5,
  boxShadow: '0 4px 16px rgba(10, 15, 30, 0.08)',
}
