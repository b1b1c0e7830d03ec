import Drawer from '@mui/material/Drawer'
import { memo } from 'react'
import { SIDEBAR_WIDTH_PX } from '../../contract/core/limits'
import { NavigationStyles } from './NavigationStyles'
import { Sidebar } from './Sidebar'
import { useFormat } from '../ui/useFormat'

interface NavigationDrawerProps {
  open: boolean
  onClose: () => void
}

/** The menu over the page, on screens without room beside it. */
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
