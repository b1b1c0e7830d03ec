import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { displayName } from '../providers/auth/session'
import { useUser } from '../providers/auth/useSession'
import { initials } from '../providers/format/names'
import { onDemand } from '../ui/onDemand'
import { useFormat } from '../ui/useFormat'
import { useOpenedOnce } from '../ui/useOpenedOnce'
import { USER_MENU } from './frame'
import { UserIdentity } from './UserIdentity'

const UserMenuList = onDemand(USER_MENU)

/** Menu of the signed-in user, with the sign-out. */
export function UserMenu() {
  const { t } = useFormat()
  const user = useUser()
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useOpenedOnce(anchor !== null)
  if (!user) return null
  const name = displayName(user, t('app.user.unnamed'))
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
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Avatar
          sx={{
            width: 28,
            height: 28,
            fontSize: 'caption.fontSize',
            fontWeight: 600,
            bgcolor: ({ colours }) => colours.tones.accent.ground,
            color: ({ colours }) => colours.tones.accent.ink,
          }}
        >
          {initials(name)}
        </Avatar>
        {roomy && (
          <Box sx={{ maxWidth: 168, minWidth: 0 }}>
            <UserIdentity name={name} user={user} />
          </Box>
        )}
      </ButtonBase>
      {wasOpened && (
        <UserMenuList user={user} name={name} named={!roomy} anchor={anchor} onClose={() => setAnchor(null)} />
      )}
    </>
  )
}
