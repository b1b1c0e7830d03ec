import LogoutIcon from '@mui/icons-material/Logout'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useLogout } from 'react-admin'
import { displayName } from '../providers/auth/session'
import { useUser } from '../providers/auth/useSession'
import { useFormat } from '../ui/useFormat'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useFormat()
  const user = useUser()
  const logout = useLogout()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!user) return null
  const name = displayName(user, t('app.user.unnamed'))
  const leave = () => {
    setAnchor(null)
    void logout({}, undefined, false)
  }
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-label={t('app.user.menu', { name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 2, borderRadius: 2, p: 1, '&:hover': { bgcolor: 'action.hover' } }}
      >
        <Avatar
          sx={{
            width: 28,
            height: 28,
            fontSize: 12,
            fontWeight: 600,
            bgcolor: (theme) => theme.colours.tones.accent.ground,
            color: (theme) => theme.colours.tones.accent.ink,
          }}
        >
          {initials(name)}
        </Avatar>
        <Box
          sx={{
            display: { xs: 'none', md: 'block' },
            fontSize: 13,
            fontWeight: 500,
            maxWidth: 160,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {name}
        </Box>
      </ButtonBase>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Box sx={{ px: 4, py: 2, minWidth: 220 }}>
          <Box sx={{ fontWeight: 600, display: 'flex', gap: 2, alignItems: 'center' }}>
            {name}
            {user.is_staff && (
              <Box
                component="span"
                sx={{ fontSize: 11, fontWeight: 550, px: 1.5, borderRadius: 1, bgcolor: 'action.selected' }}
              >
                {t('app.user.staff')}
              </Box>
            )}
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{user.email}</Box>
          <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t(`choices.roles.${user.role}`)}</Box>
        </Box>
        <Divider />
        <MenuItem onClick={leave}>
          <ListItemIcon>
            <LogoutIcon sx={{ fontSize: 18 }} />
          </ListItemIcon>
          {t('ra.auth.logout')}
        </MenuItem>
      </Menu>
    </>
  )
}
