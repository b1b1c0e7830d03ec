import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import Alert from '@mui/material/Alert'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Snackbar from '@mui/material/Snackbar'
import { Copyright } from '../../ui/Copyright'
import { NewVersion } from '../../ui/NewVersion'
import { useFormat } from '../../ui/useFormat'
import { partnerName, type Partner, type PartnerUser, personName } from '../../providers/auth/partnerSession'
import { refreshPartner, signOutPartner } from '../../providers/auth/partnerAuth'
import { SecondaryText, Text } from '../../ui/Text'
import { PartnerBrand, PartnerTools } from './SignInFrame'
import { ACCOUNT_SECTION, SECTIONS, type SectionName } from './sections'

interface PartnerFrameProps {
  user: PartnerUser
  partner: Partner
  current: SectionName
  children: ReactNode
}

const WIDTH = { width: '100%', maxWidth: 1120, mx: 'auto', px: { xs: 4, md: 6 } } as const

/** Scrolls the sections of a small screen to the current one. */
const bringIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Frame of the portal: product, partner, sections and account menu. */
export function PartnerFrame({ user, partner, current, children }: PartnerFrameProps) {
  const { t } = useFormat()
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.default',
        // Hidden while a section loads, because its footer would move.
        '&:has(main .MuiSkeleton-root, main [aria-busy=true]) > footer': { visibility: 'hidden' },
      }}
    >
      <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Box sx={{ ...WIDTH, display: 'flex', alignItems: 'center', gap: 3, height: 56 }}>
          <PartnerBrand />
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              color: 'text.secondary',
              borderInlineStart: 1,
              borderColor: 'divider',
              paddingInlineStart: 3,
            }}
          >
            {partnerName(partner)}
          </Box>
          <PartnerTools />
          <AccountMenu user={user} />
        </Box>
        <Box
          component="nav"
          aria-label={t('app.partner.nav.label')}
          sx={{ ...WIDTH, display: 'flex', gap: 5, overflowX: 'auto', scrollbarWidth: 'none' }}
        >
          {SECTIONS.map((section) => (
            <Link
              key={section}
              component={RouterLink}
              to={section === 'overview' ? '/partner-dashboard' : `/partner-dashboard?section=${section}`}
              aria-current={section === current ? 'page' : undefined}
              ref={section === current ? bringIntoView : undefined}
              underline="none"
              sx={{
                flex: 'none',
                py: 2.5,
                fontSize: 'body2.fontSize',
                fontWeight: 550,
                color: section === current ? 'text.primary' : 'text.secondary',
                borderBottom: 2,
                borderColor: section === current ? 'primary.main' : 'transparent',
                '&:hover': { color: 'text.primary' },
              }}
            >
              {t(`app.partner.nav.${section}`)}
            </Link>
          ))}
        </Box>
      </Box>
      <Box component="main" tabIndex={-1} sx={{ ...WIDTH, flex: 1, py: 6, outline: 0 }}>
        {children}
      </Box>
      <Box component="footer" sx={{ ...WIDTH, py: 4, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
        <Copyright />
      </Box>
      <NewVersion />
    </Box>
  )
}

const SHOWN_MS = 4_000

/** Name of the signed-in user, with a menu to sign out. */
function AccountMenu({ user }: { user: PartnerUser }) {
  const { t } = useFormat()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [renewed, setRenewed] = useState(false)
  const name = personName(user)
  const renew = () => {
    setAnchor(null)
    // A refusal ends the session, which the page follows by itself.
    refreshPartner().then(
      () => setRenewed(true),
      () => undefined,
    )
  }
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-label={t('app.partner.session.account', { name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        size="medium"
      >
        <PersonIcon fontSize="small" />
      </IconButton>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Box component="li" role="presentation" sx={{ px: 4, py: 2, minWidth: 220 }}>
          <Text weight="bold">{name}</Text>
          <SecondaryText size="body2" dir="ltr">
            {user.email}
          </SecondaryText>
          <SecondaryText size="body2">{t(`choices.partnerRoles.${user.role}`)}</SecondaryText>
        </Box>
        <Divider component="li" aria-hidden="true" />
        <MenuItem
          component={RouterLink}
          to={`/partner-dashboard?section=${ACCOUNT_SECTION}`}
          onClick={() => setAnchor(null)}
        >
          {t('app.account.title')}
        </MenuItem>
        <MenuItem onClick={renew}>{t('app.partner.session.refresh')}</MenuItem>
        <MenuItem onClick={() => void signOutPartner()}>{t('app.partner.session.signOut')}</MenuItem>
      </Menu>
      <Snackbar open={renewed} autoHideDuration={SHOWN_MS} onClose={() => setRenewed(false)}>
        <Alert severity="success">{t('app.partner.session.renewed')}</Alert>
      </Snackbar>
    </>
  )
}
