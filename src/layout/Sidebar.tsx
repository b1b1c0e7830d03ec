import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import type SvgIcon from '@mui/material/SvgIcon'
import { memo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { API_DOCS_URL, BRAND } from '../providers/config'
import { canAccess } from '../providers/auth/canAccess'
import { useUser } from '../providers/auth/useSession'
import { resourceName } from '../kit/labels'
import { specOf } from '../kit/registry'
import { useFormat } from '../ui/useFormat'
import { BAR_HEIGHT_PX } from './frame'
import { currentEntry, NAVIGATION, OPERATION_PAGES, openTo, SYSTEM_PAGES, type PageLink } from './navigation'
import { Wordmark } from './Wordmark'
import { PlainList } from '../ui/Rows'

/** Class of content that a narrow menu hides. */
export const WIDE_ONLY = 'wide-only'

interface SidebarProps {
  /** Called for every choice, even of the page that is already open. */
  onChoice?: (() => void) | undefined
}

/** Menu: groups of links to the pages that the user may open. */
export function Sidebar({ onChoice }: SidebarProps) {
  const { pathname } = useLocation()
  return <Menu current={currentEntry(pathname)} onChoice={onChoice} />
}

interface MenuProps extends SidebarProps {
  current: ReturnType<typeof currentEntry>
}

/** Not rendered again when only the query of the address changes. */
const Menu = memo(function Menu({ current, onChoice }: MenuProps) {
  const { t } = useFormat()
  const role = useUser()?.role
  const links = (pages: readonly PageLink[]) =>
    openTo(role, pages).map(({ path, label, icon }) => (
      <Item key={path} to={path} icon={icon} current={current === path}>
        {t(label)}
      </Item>
    ))
  const groups = NAVIGATION.map(({ key, resources }) => ({
    key,
    resources: resources.filter((resource) => canAccess(role, 'list', resource)),
  })).filter(({ resources }) => resources.length > 0)
  return (
    <Box
      component="nav"
      aria-label={t('app.nav.label')}
      onClick={onChoice}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', px: 3, pb: 4 }}
    >
      <Box
        component={Link}
        to="/"
        aria-label={t('app.shell.brandHome', { brand: BRAND })}
        sx={{
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          height: BAR_HEIGHT_PX,
          px: 1.75,
          borderRadius: 1.75,
          textDecoration: 'none',
        }}
      >
        <Wordmark labelClass={WIDE_ONLY} />
      </Box>
      <Items>
        <Item to="/" icon={DashboardIcon} current={current === 'dashboard'}>
          {t('ra.page.dashboard')}
        </Item>
        {links(OPERATION_PAGES)}
      </Items>
      {groups.map(({ key, resources }) => (
        <Items key={key} title={t(`app.nav.${key}`)}>
          {resources.map((resource) => (
            <Item key={resource} to={`/${resource}`} icon={specOf(resource).icon} current={current === resource}>
              {resourceName(t, resource)}
            </Item>
          ))}
        </Items>
      ))}
      <Items title={t('app.nav.system')}>
        {links(SYSTEM_PAGES)}
        <Box component="li">
          <Box component="a" href={API_DOCS_URL} target="_blank" rel="noopener noreferrer" sx={itemStyles}>
            <MenuBookIcon />
            <Box component="span" className={WIDE_ONLY}>
              {t('app.nav.apiDocs')}
            </Box>
            <OpenInNewIcon className={WIDE_ONLY} sx={{ marginInlineStart: 'auto', fontSize: '14px !important' }} />
          </Box>
        </Box>
      </Items>
    </Box>
  )
})

function Items({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <>
      {title && (
        <Box
          component="h2"
          className={WIDE_ONLY}
          sx={{
            m: 0,
            mt: 3,
            mb: 0.5,
            px: 2.5,
            fontSize: 'caption.fontSize',
            fontWeight: 550,
            lineHeight: 1.5,
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            color: 'text.secondary',
          }}
        >
          {title}
        </Box>
      )}
      <PlainList sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1px' }}>{children}</PlainList>
    </>
  )
}

const itemStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  // Low enough for the whole menu to fit on a screen of 900 px.
  height: 30,
  px: 2.5,
  borderRadius: 1.75,
  fontSize: 13.5,
  fontWeight: 480,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  color: 'text.secondary',
  textDecoration: 'none',
  '& svg': { fontSize: 18, flex: 'none' },
  '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '&[aria-current]': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 550 },
  '&[aria-current] svg': { color: 'primary.main' },
} as const

interface ItemProps {
  to: string
  icon: typeof SvgIcon
  current: boolean
  children: string
}

const Item = memo(function Item({ to, icon: Icon, current, children }: ItemProps) {
  return (
    <li>
      <Box component={Link} to={to} aria-current={current ? 'page' : undefined} sx={itemStyles}>
        <Icon />
        <Box component="span" className={WIDE_ONLY} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {children}
        </Box>
      </Box>
    </li>
  )
})
