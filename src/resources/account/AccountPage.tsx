import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { isolate } from '../../providers/format/bidi'
import { displayName } from '../../providers/auth/session'
import { useUser } from '../../providers/auth/useSession'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { PasswordCard } from './PasswordCard'
import { SecondStepCard } from './SecondStepCard'
import { SessionsCard } from '../../kit/SessionsCard'

/** What everybody decides about the own account. */
export default function AccountPage() {
  const { t } = useFormat()
  const user = useUser()
  const client = useQueryClient()
  const whose = user && [displayName(user, t('app.user.unnamed')), user.email].map(isolate).join(' · ')
  return (
    <>
      <PageHeader title={t('app.account.title')} subtitle={whose} />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 720 }}>
        <PasswordCard onChanged={() => void client.invalidateQueries({ queryKey: ['sessions'] })} />
        <SecondStepCard />
        <SessionsCard userId={null} />
      </Box>
    </>
  )
}
