import AddIcon from '@mui/icons-material/Add'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpenIcon from '@mui/icons-material/MenuOpen'
import TuneIcon from '@mui/icons-material/Tune'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'
import { useSetLocale } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { BRAND } from '../providers/config'
import { useMay } from '../providers/auth/useSession'
import { LanguageMenu } from '../ui/LanguageMenu'
import { OpenerTip } from '../ui/OpenerTip'
import { ThemeToggle } from '../ui/ThemeToggle'
import { useFormat } from '../ui/useFormat'
import { onDemand } from '../ui/onDemand'
import { whenIdle } from '../providers/whenIdle'
import { BAR_HEIGHT_PX, useWide } from './frame'
import { NotificationBell } from '../features/notifications/NotificationBell'
import { HeaderSearch } from './HeaderSearch'
import { UserMenu } from './UserMenu'
import { Wordmark } from './Wordmark'

const ResumeSale = onDemand(() => import('../resources/reservations/desk/ResumeSale'))

export interface TopBarProps {
  /** State of the menu next to or over the page; null if it is in the header. */
  menu: { open: boolean; toggle: () => void } | null
  customizing: boolean
  onCustomize: () => void
}

export function TopBar({ menu, customizing, onCustomize }: TopBarProps) {
  const { t } = useFormat()
  const setLocale = useSetLocale()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, sm: 1.5 },
        height: BAR_HEIGHT_PX,
        px: { xs: 2, md: 4 },
        color: 'text.primary',
        // Touch target of each button; slightly smaller when a sale can be resumed.
        '@media (pointer: coarse) and (max-width: 599.95px)': {
          '& > .MuiButtonBase-root.MuiButtonBase-root': { flex: '1 1 39px', minWidth: 39 },
        },
      }}
    >
      {menu ? (
        <MenuButton {...menu} />
      ) : (
        <Box
          component={RouterLink}
          to="/"
          aria-label={t('app.shell.brandHome', { brand: BRAND })}
          sx={{
            display: 'flex',
            borderRadius: 1.75,
            marginInlineStart: 2,
            marginInlineEnd: { xs: 1, md: 3 },
            textDecoration: 'none',
          }}
        >
          <Wordmark />
        </Box>
      )}
      <HeaderSearch />
      <Box sx={{ flex: 1 }} />
      <UnfinishedSales />
      <CreateReservation />
      <LanguageMenu nameFrom="xl" onChoose={setLocale} />
      <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
        <ThemeToggle />
      </Box>
      <OpenerTip title={t('app.customizer.open')} open={customizing}>
        <IconButton aria-label={t('app.customizer.open')} aria-haspopup="dialog" onClick={onCustomize} size="medium">
          <TuneIcon fontSize="bar" />
        </IconButton>
      </OpenerTip>
      <NotificationBell />
      <UserMenu />
    </Box>
  )
}

function MenuButton({ open, toggle }: NonNullable<TopBarProps['menu']>) {
  const { t } = useFormat()
  const wide = useWide()
  const label = t(open ? 'ra.action.close_menu' : 'ra.action.open_menu')
  const Icon = open ? MenuOpenIcon : MenuIcon
  return (
    <OpenerTip title={label} open={open && !wide}>
      <IconButton aria-label={label} aria-expanded={open} onClick={toggle} size="medium">
        <Icon fontSize="small" sx={{ transform: ({ direction }) => (direction === 'rtl' ? 'scaleX(-1)' : 'none') }} />
      </IconButton>
    </OpenerTip>
  )
}

/** Rendered once the browser is idle, after the page itself. */
function UnfinishedSales() {
  const allowed = useMay('create', 'reservations')
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return allowed && isIdle && <ResumeSale />
}

/** The most frequent task is one click away on every page. */
function CreateReservation() {
  const { t } = useFormat()
  const allowed = useMay('create', 'reservations')
  if (!allowed) return null
  const label = t('app.nav.newReservation')
  return (
    <Button
      component={RouterLink}
      to="/reservations/create"
      startIcon={<AddIcon />}
      sx={{
        flex: 'none',
        minWidth: 0,
        marginInlineEnd: 1,
        // Prominent, but less than the primary action of the page.
        bgcolor: ({ colours }) => colours.tones.accent.ground,
        color: ({ colours }) => colours.tones.accent.ink,
        '&:hover': { bgcolor: 'primary.main', color: 'primary.contrastText' },
        '& .MuiButton-startIcon': { marginInlineEnd: { xs: 0, sm: 1.5 } },
      }}
      aria-label={label}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {label}
      </Box>
    </Button>
  )
}
