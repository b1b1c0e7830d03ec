import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import MailIcon from '@mui/icons-material/MailOutlined'
import PendingActionsIcon from '@mui/icons-material/PendingActionsOutlined'
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import { useLogout } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { API_DOCS_URL } from '../providers/config'
import type { StaffUser } from '../providers/auth/session'
import { useMay } from '../providers/auth/useSession'
import { useSettings } from '../providers/settings/SettingsProvider'
import { useFormat } from '../ui/useFormat'
import { UserIdentity } from './UserIdentity'
import { SecondaryText } from '../ui/Text'

interface UserMenuListProps {
  user: StaffUser
  name: string
  /** Whether to show the name, where the button has no room for it. */
  named: boolean
  anchor: HTMLElement | null
  onClose: () => void
}

/** Links to the user's own pages, and the sign-out. */
export function UserMenuList({ user, name, named, anchor, onClose }: UserMenuListProps) {
  const { t } = useFormat()
  const { menu } = useSettings()
  const mayReadMails = useMay('list', 'mails')
  return (
    <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={onClose}>
      <ListSubheader
        role="presentation"
        sx={{ px: 4, py: 2, minWidth: 200, lineHeight: 'inherit', color: 'inherit', bgcolor: 'transparent' }}
      >
        {named && <UserIdentity name={name} user={user} />}
        <SecondaryText size="body2">{t(`choices.roles.${user.role}`)}</SecondaryText>
      </ListSubheader>
      <Divider />
      <MenuItem component={RouterLink} to="/account" onClick={onClose}>
        <ListItemIcon>
          <PersonIcon fontSize="menu" />
        </ListItemIcon>
        {t('app.account.title')}
      </MenuItem>
      {mayReadMails && (
        <MenuItem component={RouterLink} to="/mails" onClick={onClose}>
          <ListItemIcon>
            <MailIcon fontSize="menu" />
          </ListItemIcon>
          {t('app.mail.outbox')}
        </MenuItem>
      )}
      <MenuItem component={RouterLink} to="/tasks" onClick={onClose}>
        <ListItemIcon>
          <PendingActionsIcon fontSize="menu" />
        </ListItemIcon>
        {t('app.tasks.title')}
      </MenuItem>
      <MenuItem component={RouterLink} to="/company" onClick={onClose}>
        <ListItemIcon>
          <BusinessIcon fontSize="menu" />
        </ListItemIcon>
        {t('app.company.title')}
      </MenuItem>
      {/* Moved here, because the horizontal menu has no room for it. */}
      {menu === 'horizontal' && (
        <MenuItem component="a" href={API_DOCS_URL} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          <ListItemIcon>
            <MenuBookIcon fontSize="menu" />
          </ListItemIcon>
          {t('app.nav.apiDocs')}
        </MenuItem>
      )}
      <SignOutItem onChoose={onClose} />
    </Menu>
  )
}

/** Separate component, because signing out depends on the present path, and the menu does not. */
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
        <LogoutIcon fontSize="menu" />
      </ListItemIcon>
      {t('ra.auth.logout')}
    </MenuItem>
  )
}
