import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { PasswordCard } from '../../features/account/PasswordCard'
import { SecondStepCard } from '../../features/account/SecondStepCard'
import { SessionsCard } from '../../features/account/SessionsCard'
import { staffAccount } from '../../providers/auth/accountApi'
import { displayName } from '../../providers/auth/session'
import { useUser } from '../../providers/auth/useSession'
import { isolate } from '../../providers/format/bidi'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'

/** Account settings that every user can change. */
export default function AccountPage() {
  const { t } = useFormat()
  const user = useUser()
  const notify = useNotify()
  const client = useQueryClient()
  const whose = user && [displayName(user, t('app.user.unnamed')), user.email].map(isolate).join(' · ')
  const showChanged = () => {
    notify('app.account.changed', { type: 'success' })
    void client.invalidateQueries({ queryKey: staffAccount.sessions.key })
  }
  return (
    <>
      <PageHeader title={t('app.account.title')} subtitle={whose} />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 720 }}>
        <PasswordCard username={user?.username ?? ''} change={staffAccount.changePassword} onChanged={showChanged} />
        <SecondStepCard calls={staffAccount.secondStep} />
        <SessionsCard calls={staffAccount.sessions} />
      </Box>
    </>
  )
}
