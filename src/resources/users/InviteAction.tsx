import Button from '@mui/material/Button'
import { useState } from 'react'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { onDemand } from '../../ui/onDemand'

const InviteDialog = onDemand(() => import('./InviteDialog'))

/** Creates a user account by invitation, without a password. */
export default function InviteAction() {
  const { t } = useFormat()
  const mayInvite = useMay('create', 'users')
  const [isOpen, setOpen] = useState(false)
  if (!mayInvite) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('app.account.user.invite')}
      </Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}
