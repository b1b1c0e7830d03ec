import Box from '@mui/material/Box'
import { memo } from 'react'
import Drawer from '@mui/material/Drawer'
import { SIDEBAR_WIDTH_PX } from '../../contract/core/limits/console'
import { useSettings } from '../providers/settings/SettingsProvider'
import { useFormat } from '../ui/useFormat'
import { RAIL_WIDTH_PX } from './frame'
import { NavigationStyles } from './NavigationStyles'
import { Sidebar, WIDE_ONLY } from './Sidebar'

const SIDE_PANEL_ID = 'side-panel'

const panelStyles = {
  position: 'sticky',
  top: 0,
  height: '100dvh',
  transition: 'width 160ms ease-out, visibility 160ms',
} as const

const scrollStyles = { height: '100%', overflowX: 'hidden', overflowY: 'auto', scrollbarWidth: 'thin' } as const

/** Menu next to the page, on wide screens. */
export const SidePanel = memo(function SidePanel() {
  const { menu, sidebar } = useSettings()
  return (
    <NavigationStyles>
      {menu === 'collapsible-vertical' ? <Rail heldOpen={sidebar} /> : <Panel open={!sidebar} />}
    </NavigationStyles>
  )
})

function Panel({ open }: { open: boolean }) {
  return (
    <Box
      id={SIDE_PANEL_ID}
      inert={!open}
      sx={{
        ...panelStyles,
        flex: 'none',
        width: open ? SIDEBAR_WIDTH_PX : 0,
        visibility: open ? 'visible' : 'hidden',
        overflow: 'hidden',
      }}
    >
      <Box sx={{ ...scrollStyles, width: SIDEBAR_WIDTH_PX }}>
        <Sidebar />
      </Box>
    </Box>
  )
}

/** Menu of icons only, which expands over the page while it has the pointer or the focus. */
function Rail({ heldOpen }: { heldOpen: boolean }) {
  const narrow = { [`& .${WIDE_ONLY}`]: { opacity: 0 } }
  return (
    <Box
      id={SIDE_PANEL_ID}
      sx={{
        ...panelStyles,
        flex: 'none',
        width: heldOpen ? SIDEBAR_WIDTH_PX : RAIL_WIDTH_PX,
        zIndex: ({ zIndex }) => zIndex.appBar + 1,
      }}
    >
      <Box
        sx={{
          height: '100%',
          width: heldOpen ? SIDEBAR_WIDTH_PX : RAIL_WIDTH_PX,
          bgcolor: 'background.default',
          transition: 'width 160ms ease-out',
          [`& .${WIDE_ONLY}`]: { transition: 'opacity 120ms' },
          ...(!heldOpen && {
            '&:not(:hover):not(:has(:focus-visible))': narrow,
            '&:hover, &:has(:focus-visible)': {
              width: SIDEBAR_WIDTH_PX,
              borderInlineEnd: 1,
              borderColor: 'divider',
              boxShadow: '0 8px 28px rgba(10, 15, 30, 0.14)',
            },
          }),
        }}
      >
        <Box sx={scrollStyles}>
          <Sidebar />
        </Box>
      </Box>
    </Box>
  )
}

interface NavigationDrawerProps {
  open: boolean
  onClose: () => void
}

/** Menu over the page, on narrow screens. */
export const NavigationDrawer = memo(function NavigationDrawer({ open, onClose }: NavigationDrawerProps) {
  const { t } = useFormat()
  return (
    <NavigationStyles>
      <Drawer
        open={open}
        onClose={onClose}
        slotProps={{
          paper: {
            'aria-label': t('app.nav.label'),
            sx: { width: SIDEBAR_WIDTH_PX, bgcolor: 'background.default', color: 'text.primary' },
          },
        }}
      >
        <Sidebar onChoice={onClose} />
      </Drawer>
    </NavigationStyles>
  )
})
