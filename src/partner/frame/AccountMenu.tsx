import PersonIcon from '@mui/icons-material/PersonOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Snackbar from '@mui/material/Snackbar'
import { useState } from 'react'
import { useFormat } from '../../ui/useFormat'
import { refreshPartner, signOutPartner } from '../../providers/auth/partnerAuth'
import { personName, type PartnerUser } from '../../providers/auth/partnerIdentity'
import { SecondaryText } from '../../ui/SecondaryText'

const SHOWN_MS = 4_000

/** Who is signed in, and the way out. */
export function AccountMenu({ user }: { user: PartnerUser }) {
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
        sx={{ width: 34, height: 34 }}
      >
        <PersonIcon fontSize="small" />
      </IconButton>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Box component="li" role="presentation" sx={{ px: 4, py: 2, minWidth: 220 }}>
          <Box sx={{ fontWeight: 600 }}>{name}</Box>
          <SecondaryText size="body2" dir="ltr">
            {user.email}
          </SecondaryText>
          <SecondaryText size="body2">{t(`choices.partnerRoles.${user.role}`)}</SecondaryText>
        </Box>
        <Divider component="li" aria-hidden="true" />
        <MenuItem onClick={renew}>{t('app.partner.session.refresh')}</MenuItem>
        <MenuItem onClick={() => void signOutPartner()}>{t('app.partner.session.signOut')}</MenuItem>
      </Menu>
      <Snackbar open={renewed} autoHideDuration={SHOWN_MS} onClose={() => setRenewed(false)}>
        <Alert severity="success">{t('app.partner.session.renewed')}</Alert>
      </Snackbar>
    </>
  )
}
