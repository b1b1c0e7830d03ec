import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import type SvgIcon from '@mui/material/SvgIcon'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { API_DOCS_URL } from '../config'
import { canAccess } from '../providers/auth/canAccess'
import { useUser } from '../providers/auth/useSession'
import { resourceName } from '../resources/builder/labels'
import { specOf } from '../resources/builder/registry'
import { useFormat } from '../ui/useFormat'
import { NAVIGATION } from './navigation'
import { Wordmark } from './Wordmark'

/** The menu: groups of links to what the reader may see. */
export function Sidebar() {
  const { t } = useFormat()
  const role = useUser()?.role
  const { pathname } = useLocation()
  const groups = NAVIGATION.map(({ key, resources }) => ({
    key,
    resources: resources.filter((resource) => canAccess(role, 'list', resource)),
  })).filter(({ resources }) => resources.length > 0)
  return (
    <Box
      component="nav"
      aria-label={t('app.nav.label')}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', px: 3, pb: 4 }}
    >
      <Box
        component={NavLink}
        to="/"
        sx={{ display: 'flex', alignItems: 'center', height: 56, px: 2, textDecoration: 'none' }}
      >
        <Wordmark />
      </Box>
      <Items>
        <Item to="/" icon={DashboardIcon} current={pathname === '/' || pathname === '/dashboard'}>
          {t('ra.page.dashboard')}
        </Item>
      </Items>
      {groups.map(({ key, resources }) => (
        <Items key={key} title={t(`app.nav.${key}`)}>
          {resources.map((resource) => (
            <Item
              key={resource}
              to={`/${resource}`}
              icon={specOf(resource).icon}
              current={pathname.split('/')[1] === resource}
            >
              {resourceName(t, resource)}
            </Item>
          ))}
        </Items>
      ))}
      <Items title={t('app.nav.system')}>
        <Box component="li">
          <Box component="a" href={API_DOCS_URL} target="_blank" rel="noopener noreferrer" sx={itemLooks}>
            <MenuBookIcon />
            {t('app.nav.apiDocs')}
            <OpenInNewIcon sx={{ marginInlineStart: 'auto', fontSize: '14px !important' }} />
          </Box>
        </Box>
      </Items>
    </Box>
  )
}

function Items({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <>
      {title && (
        <Box
          component="h2"
          sx={{ m: 0, mt: 4, mb: 1, px: 2.5, fontSize: 12, fontWeight: 550, color: 'text.secondary' }}
        >
          {title}
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}>
        {children}
      </Box>
    </>
  )
}

const itemLooks = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  height: 33,
  px: 2.5,
  borderRadius: 1.75,
  fontSize: 13.5,
  fontWeight: 480,
  color: 'text.secondary',
  textDecoration: 'none',
  '& svg': { fontSize: 18, flex: 'none' },
  '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
  '&[aria-current]': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 550 },
  '&[aria-current] svg': { color: 'primary.main' },
} as const

interface ItemProps {
  to: string
  icon: typeof SvgIcon
  current: boolean
  children: string
}

function Item({ to, icon: Icon, current, children }: ItemProps) {
  return (
    <li>
      <Box component={NavLink} to={to} end aria-current={current ? 'page' : undefined} sx={itemLooks}>
        <Icon />
        {children}
      </Box>
    </li>
  )
}
