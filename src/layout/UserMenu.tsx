import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import MailIcon from '@mui/icons-material/MailOutlined'
import PendingActionsIcon from '@mui/icons-material/PendingActionsOutlined'
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useLogout } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { API_DOCS_URL } from '../config'
import { displayName, type StaffUser } from '../providers/auth/session'
import { useMay, useUser } from '../providers/auth/useSession'
import { useSettings } from '../providers/settings/SettingsProvider'
import { initials } from '../ui/initials'
import { useFormat } from '../ui/useFormat'

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useFormat()
  const user = useUser()
  const { menu } = useSettings()
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const mayReadMails = useMay('list', 'mails')
  if (!user) return null
  const name = displayName(user, t('app.user.unnamed'))
  const close = () => setAnchor(null)
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-label={t('app.user.menu', { name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          gap: 2,
          borderRadius: 2,
          p: 1,
          minWidth: 0,
          flex: 'none',
          textAlign: 'start',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Avatar
          sx={{
            width: 28,
            height: 28,
            fontSize: 12,
            fontWeight: 600,
            bgcolor: ({ colours }) => colours.tones.accent.ground,
            color: ({ colours }) => colours.tones.accent.ink,
          }}
        >
          {initials(name)}
        </Avatar>
        {roomy && (
          <Box sx={{ maxWidth: 168, minWidth: 0 }}>
            <Identity name={name} user={user} />
          </Box>
        )}
      </ButtonBase>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={close}>
        <ListSubheader
          role="presentation"
          sx={{ px: 4, py: 2, minWidth: 200, lineHeight: 'inherit', color: 'inherit', bgcolor: 'transparent' }}
        >
          {!roomy && <Identity name={name} user={user} />}
          <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t(`choices.roles.${user.role}`)}</Box>
        </ListSubheader>
        <Divider />
        <MenuItem component={RouterLink} to="/account" onClick={close}>
          <ListItemIcon>
            <PersonIcon sx={{ fontSize: 18 }} />
          </ListItemIcon>
          {t('app.account.title')}
        </MenuItem>
        {mayReadMails && (
          <MenuItem component={RouterLink} to="/mails" onClick={close}>
            <ListItemIcon>
              <MailIcon sx={{ fontSize: 18 }} />
            </ListItemIcon>
            {t('app.mail.outbox')}
          </MenuItem>
        )}
        <MenuItem component={RouterLink} to="/tasks" onClick={close}>
          <ListItemIcon>
            <PendingActionsIcon sx={{ fontSize: 18 }} />
          </ListItemIcon>
          {t('app.tasks.title')}
        </MenuItem>
        <MenuItem component={RouterLink} to="/company" onClick={close}>
          <ListItemIcon>
            <BusinessIcon sx={{ fontSize: 18 }} />
          </ListItemIcon>
          {t('app.company.title')}
        </MenuItem>
        {/* The horizontal menu has no room for it. */}
        {menu === 'horizontal' && (
          <MenuItem component="a" href={API_DOCS_URL} target="_blank" rel="noopener noreferrer" onClick={close}>
            <ListItemIcon>
              <MenuBookIcon sx={{ fontSize: 18 }} />
            </ListItemIcon>
            {t('app.nav.apiDocs')}
          </MenuItem>
        )}
        <SignOutItem onChoose={close} />
      </Menu>
    </>
  )
}

/** By itself, because the way out depends on where one is, and the menu does not. */
function SignOutItem({ onChoose, ...item }: MenuItemProps & { onChoose: () => void }) {
  const { t } = useFormat()
  const logout = useLogout()
  const leave = () => {
    onChoose()
    void logout({}, undefined, false)
  }
  return (
    <MenuItem {...item} onClick={leave}>
      <ListItemIcon>
        <LogoutIcon sx={{ fontSize: 18 }} />
      </ListItemIcon>
      {t('ra.auth.logout')}
    </MenuItem>
  )
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: 1.35 } as const

function Identity({ name, user }: { name: string; user: StaffUser }) {
  const { t } = useFormat()
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 13, fontWeight: 550 }}>
        <Box component="span" sx={cut}>
          {name}
        </Box>
        {user.is_staff && (
          <Box
            component="span"
            sx={{
              flex: 'none',
              px: 1.25,
              fontSize: 11,
              fontWeight: 550,
              lineHeight: '16px',
              borderRadius: 1,
              bgcolor: ({ colours }) => colours.tones.neutral.ground,
              color: ({ colours }) => colours.tones.neutral.ink,
            }}
          >
            {t('app.user.staff')}
          </Box>
        )}
      </Box>
      <Box sx={{ ...cut, color: 'text.secondary', fontSize: 12 }} dir="auto">
        {user.email}
      </Box>
    </>
  )
}
