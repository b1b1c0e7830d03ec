import Box from '@mui/material/Box'
import { useCallback, useMemo, useState, useEffect, useRef } from 'react'
import { useIsFetching } from '@tanstack/react-query'
import { useEvent, type LayoutProps } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { useSettings } from '../providers/settings/SettingsProvider'
import { DARK } from '../ui/theme/palette'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { onDemand } from '../ui/onDemand'
import { NewVersion } from '../ui/NewVersion'
import { useOpenedOnce } from '../ui/useOpenedOnce'
import { BackToTop } from './BackToTop'
import { DemoBanner } from './DemoBanner'
import { BOX_WIDTH, FRAME_GROUND, FRAME_PX, FRAME_RADIUS_PX, MAIN_ID, useWide } from './frame'
import { Header } from './Header'
import { PageFault } from './pages/ErrorPage'
import { SidePanel, NavigationDrawer } from './SidePanel'
import { RouteTransition } from './RouteTransition'
import { Copyright } from '../ui/Copyright'
import Button from '@mui/material/Button'
import { useFormat } from '../ui/useFormat'

const Customizer = onDemand(async () => ({ default: (await import('./customizer/Customizer')).Customizer }))

/**
 * Frame of every page of the staff console: menu, bar, page, footer. Parts that do not depend on the address are not
 * rendered again on navigation.
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
          <DemoBanner />
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
      <NewVersion />
      {wasCustomizing && <Customizer open={customizing} onClose={endCustomizing} />}
    </Box>
  )
}

/** Background of a page, with the footer below it. */
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
        sx={{
          flex: 1,
          px: { xs: 4, md: 6 },
          pt: { xs: 4, md: 5 },
          pb: 4,
          outline: 0,
          overflowX: 'clip',
          position: 'relative',
        }}
      >
        <RouteTransition>{children}</RouteTransition>
      </Box>
      <Footer isShown={useSettled()} />
    </Box>
  )
}

/** Milliseconds without pending requests after which a page counts as loaded. */
const SETTLED_MS = 300

/** Whether the page at this address has loaded once; content below it would move while data arrives. */
function useSettled(): boolean {
  const { pathname } = useLocation()
  const [settled, setSettled] = useState<string | null>(null)
  const isBusy = useIsFetching() > 0
  useEffect(() => {
    if (isBusy || settled === pathname) return undefined
    const timer = setTimeout(() => setSettled(pathname), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isBusy, settled, pathname])
  return settled === pathname
}

export function Footer({ isShown = true }: { isShown?: boolean }) {
  return (
    <Box
      component="footer"
      sx={{
        px: { xs: 4, md: 6 },
        py: 3,
        fontSize: 'caption.fontSize',
        color: 'text.secondary',
        visibility: isShown ? 'visible' : 'hidden',
      }}
    >
      <Copyright />
    </Box>
  )
}

/** First tab stop, which skips the menu and the header. */
function SkipLink() {
  const { t } = useFormat()
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
      sx={{
        position: 'fixed',
        insetInlineStart: 12,
        top: 12,
        zIndex: 'tooltip',
        '&:not(:focus-visible)': {
          width: '1px',
          height: '1px',
          minWidth: 0,
          minHeight: 0,
          p: 0,
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        },
      }}
    >
      {t('ra.navigation.skip_nav')}
    </Button>
  )
}

/**
 * After navigation, moves the focus to the page and announces its title to screen readers, as a full page load would. A
 * change of only the query is not a new page.
 */
function RouteAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title))
    // React may replace the title element itself.
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [])

  return (
    <Box
      aria-live="polite"
      sx={{ position: 'fixed', top: 0, width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {title}
    </Box>
  )
}
