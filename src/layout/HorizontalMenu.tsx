import Box from '@mui/material/Box'
import { Link, useLocation } from 'react-router-dom'
import { canAccess } from '../providers/auth/canAccess'
import { useUser } from '../providers/auth/useSession'
import { resourceName } from '../kit/labels'
import { useFormat } from '../ui/useFormat'
import { MENU_ROW_HEIGHT_PX } from './frame'
import { currentEntry, HORIZONTAL_NAVIGATION } from './navigation'
import { PlainList } from '../ui/Rows'

export function HorizontalMenu() {
  const { t } = useFormat()
  const role = useUser()?.role
  const current = currentEntry(useLocation().pathname)
  const entries = [
    { key: 'dashboard', to: '/', label: t('ra.page.dashboard') },
    ...HORIZONTAL_NAVIGATION.filter((resource) => canAccess(role, 'list', resource)).map((resource) => ({
      key: resource,
      to: `/${resource}`,
      label: resourceName(t, resource),
    })),
  ]
  return (
    <Box
      component="nav"
      aria-label={t('app.nav.label')}
      sx={{ px: 4, overflowX: 'auto', scrollbarWidth: 'none', borderTop: 1, borderColor: 'divider' }}
    >
      <PlainList sx={{ display: 'flex', gap: 1, height: MENU_ROW_HEIGHT_PX, width: 'max-content' }}>
        {entries.map(({ key, to, label }) => (
          <Box component="li" key={key} sx={{ display: 'flex' }}>
            <Box component={Link} to={to} aria-current={key === current ? 'page' : undefined} sx={linkStyles}>
              {label}
            </Box>
          </Box>
        ))}
      </PlainList>
    </Box>
  )
}

const linkStyles = {
  display: 'flex',
  alignItems: 'center',
  px: 2.5,
  fontSize: 13.5,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: 'text.secondary',
  textDecoration: 'none',
  // Inset shadow, so that nothing moves when it appears.
  boxShadow: 'inset 0 0 0 transparent',
  '&:hover': { color: 'text.primary' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2, borderRadius: 1.5 },
  '&[aria-current]': {
    color: 'text.primary',
    boxShadow: ({ palette }: { palette: { primary: { main: string } } }) => `inset 0 -2px 0 ${palette.primary.main}`,
  },
} as const
