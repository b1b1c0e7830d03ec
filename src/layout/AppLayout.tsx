import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { Suspense, useState } from 'react'
import { SkipNavigationButton, type LayoutProps } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { SIDEBAR_WIDTH_PX } from '../../contract/limits'
import { BRAND } from '../config'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { DemoBanner } from './DemoBanner'
import { LoadingTranslations } from './LoadingTranslations'
import { PageFault } from './pages/PageFault'
import { Sidebar } from './Sidebar'
import { TopBar } from './TopBar'

const PAGE_MAX_WIDTH_PX = 1680

/** The frame of every page of the staff console: menu, bar, page, foot. */
export function AppLayout({ children }: LayoutProps) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipNavigationButton />
      <DemoBanner />
      <Box sx={{ display: 'flex' }}>
        <Box
          sx={{
            display: { xs: 'none', lg: 'block' },
            flex: 'none',
            width: SIDEBAR_WIDTH_PX,
            position: 'sticky',
            top: 0,
            height: '100dvh',
            overflowY: 'auto',
            scrollbarWidth: 'thin',
          }}
        >
          <Sidebar />
        </Box>
        <Drawer
          open={openAt === pathname}
          onClose={() => setOpenAt(null)}
          slotProps={{ paper: { sx: { width: SIDEBAR_WIDTH_PX, bgcolor: 'background.default' } } }}
          sx={{ display: { lg: 'none' } }}
        >
          <Sidebar />
        </Drawer>
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            minHeight: { xs: '100dvh', lg: 'calc(100dvh - 16px)' },
            m: { lg: 2 },
            marginInlineStart: { lg: 0 },
            border: { lg: 1 },
            borderColor: { lg: 'divider' },
            borderRadius: { lg: 3 },
            bgcolor: (theme) => theme.colours.canvas,
          }}
        >
          <TopBar onMenu={() => setOpenAt(pathname)} />
          <Box
            component="main"
            id="main-content"
            tabIndex={-1}
            sx={{
              flex: 1,
              width: '100%',
              maxWidth: PAGE_MAX_WIDTH_PX,
              mx: 'auto',
              px: { xs: 4, md: 6 },
              pt: { xs: 4, md: 5 },
              pb: 4,
              outline: 0,
            }}
          >
            <ErrorBoundary resetKey={pathname} fallback={(error) => <PageFault error={error} />}>
              <Suspense fallback={<LoadingTranslations />}>{children}</Suspense>
            </ErrorBoundary>
          </Box>
          <Box component="footer" sx={{ px: { xs: 4, md: 6 }, py: 3, fontSize: 12, color: 'text.secondary' }}>
            © {new Date().getFullYear()} {BRAND}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
