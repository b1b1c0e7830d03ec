import AddIcon from '@mui/icons-material/Add'
import MenuIcon from '@mui/icons-material/Menu'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../providers/auth/useSession'
import { useFormat } from '../ui/useFormat'
import { LanguageMenu } from './LanguageMenu'
import { NotificationBell } from './notifications/NotificationBell'
import { ThemeToggle } from './ThemeToggle'
import { UserMenu } from './UserMenu'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useFormat()
  const mayBook = useMay('create', 'reservations')
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        height: 56,
        px: { xs: 3, md: 6 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton
        aria-label={t('ra.action.open_menu')}
        onClick={onMenu}
        sx={{ display: { lg: 'none' }, width: 36, height: 36 }}
      >
        <MenuIcon sx={{ fontSize: 21 }} />
      </IconButton>
      <Box sx={{ flex: 1 }} />
      {mayBook && (
        <Button
          component={RouterLink}
          to="/reservations/create"
          variant="outlined"
          startIcon={<AddIcon />}
          sx={{ '& .MuiButton-startIcon': { marginInlineEnd: { xs: 0, sm: 2 } }, minWidth: 0 }}
          aria-label={t('app.nav.newReservation')}
        >
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            {t('app.nav.newReservation')}
          </Box>
        </Button>
      )}
      <LanguageMenu />
      <ThemeToggle />
      <NotificationBell />
      <UserMenu />
    </Box>
  )
}
