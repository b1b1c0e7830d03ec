import Box from '@mui/material/Box'
import { useCallback, useMemo, useState } from 'react'
import { useEvent, type LayoutProps } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { useSettings } from '../providers/settings/SettingsProvider'
import { DARK } from '../ui/theme/palette'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { onDemand } from '../ui/onDemand'
import { useOpenedOnce } from '../ui/useOpenedOnce'
import { BackToTop } from './BackToTop'
import { DemoBanner } from './DemoBanner'
import { Footer } from './Footer'
import { BOX_WIDTH, FRAME_GROUND, FRAME_PX, FRAME_RADIUS_PX, MAIN_ID, useWide } from './frame'
import { Header } from './Header'
import { NavigationDrawer } from './NavigationDrawer'
import { PageFault } from './pages/PageFault'
import { RouteAnnouncer } from './RouteAnnouncer'
import { SidePanel } from './SidePanel'
import { SkipLink } from './SkipLink'
import { RouteTransition } from './transition/RouteTransition'

const Customizer = onDemand(async () => ({ default: (await import('./customizer/Customizer')).Customizer }))

/**
 * The frame of every page of the staff console: menu, bar, page, foot. What of it does not depend on the address stays as
 * it is drawn when the page changes.
 */
export function AppLayout({ children }: LayoutProps) {
  const { pathname } = useLocation()
  const { menu, layout, sidebar, semidark, change } = useSettings()
  const wide = useWide()
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const [customizing, setCustomizing] = useState(false)
  const drawerOpen = !wide && drawerAt === pathname
  const beside = wide && menu !== 'horizontal'
  const panelOpen = (menu === 'vertical') !== sidebar
  const toggle = useEvent(() => (wide ? change({ sidebar: !sidebar }) : setDrawerAt(pathname)))
  const closeDrawer = useCallback(() => setDrawerAt(null), [])
  const wasCustomizing = useOpenedOnce(customizing)
  const customize = useCallback(() => setCustomizing(true), [])
  const endCustomizing = useCallback(() => setCustomizing(false), [])
  const inHeader = menu === 'horizontal' && wide
  const menuOpen = wide ? panelOpen : drawerOpen
  const menuButton = useMemo(() => (inHeader ? null : { open: menuOpen, toggle }), [inHeader, menuOpen, toggle])
  return (
    <Box
      sx={{
        [FRAME_GROUND]: ({ colours }) => (semidark ? DARK.ground : colours.ground),
        minHeight: '100dvh',
        bgcolor: `var(${FRAME_GROUND})`,
      }}
    >
      <SkipLink />
      <DemoBanner />
      <Box sx={{ display: 'flex', width: layout === 'boxed-layout' ? { md: BOX_WIDTH } : 'auto', mx: 'auto' }}>
        {beside && <SidePanel />}
        <NavigationDrawer open={drawerOpen} onClose={closeDrawer} />
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            minHeight: '100dvh',
            display: 'flex',
            flexDirection: 'column',
            pb: { lg: `${FRAME_PX}px` },
            marginInlineEnd: { lg: `${FRAME_PX}px` },
            marginInlineStart: { lg: beside && (menu === 'collapsible-vertical' || panelOpen) ? 0 : `${FRAME_PX}px` },
          }}
        >
          <Header menu={menuButton} customizing={customizing} onCustomize={customize} />
          <Page>
            <ErrorBoundary resetKey={pathname} fallback={(error) => <PageFault error={error} />}>
              {children}
            </ErrorBoundary>
          </Page>
        </Box>
      </Box>
      <RouteAnnouncer />
      <BackToTop />
      {wasCustomizing && <Customizer open={customizing} onClose={endCustomizing} />}
    </Box>
  )
}

/** The sheet on which a page lies, with the foot below it. */
function Page({ children }: Pick<LayoutProps, 'children'>) {
  const { navbar } = useSettings()
  const detached = navbar === 'navbar-floating'
  return (
    <Box
      sx={{
        flex: 1,
        display: 'flex',
        flexDirection: 'column',
        border: '0 solid',
        borderColor: 'divider',
        borderWidth: { lg: detached ? 1 : '0 1px 1px' },
        borderRadius: { lg: detached ? `${FRAME_RADIUS_PX}px` : `0 0 ${FRAME_RADIUS_PX}px ${FRAME_RADIUS_PX}px` },
        bgcolor: ({ colours }) => colours.canvas,
      }}
    >
      <Box
        component="main"
        id={MAIN_ID}
        tabIndex={-1}
        sx={{ flex: 1, px: { xs: 4, md: 6 }, pt: { xs: 4, md: 5 }, pb: 4, outline: 0, overflowX: 'clip' }}
      >
        <RouteTransition>{children}</RouteTransition>
      </Box>
      <Footer />
    </Box>
  )
}
