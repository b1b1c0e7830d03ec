import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Snackbar from '@mui/material/Snackbar'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PasswordCard } from '../../features/account/PasswordCard'
import { SecondStepCard } from '../../features/account/SecondStepCard'
import { SessionsCard } from '../../features/account/SessionsCard'
import { partnerAccount } from '../../providers/auth/partnerAccountApi'
import { useFormat } from '../../ui/useFormat'
import type { SectionProps } from '../frame/sections'
import { SectionHead } from '../sections/Panel'

const SHOWN_MS = 4_000

export default function AccountSection({ user }: SectionProps) {
  const { t } = useFormat()
  const client = useQueryClient()
  const [isChanged, setIsChanged] = useState(false)
  const showChanged = () => {
    setIsChanged(true)
    void client.invalidateQueries({ queryKey: partnerAccount.sessions.key })
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 720 }}>
      <SectionHead title={t('app.account.title')} text={t('app.account.text')} />
      <PasswordCard username={user.email} change={partnerAccount.changePassword} onChanged={showChanged} />
      <SecondStepCard calls={partnerAccount.secondStep} />
      <SessionsCard calls={partnerAccount.sessions} />
      <Snackbar open={isChanged} autoHideDuration={SHOWN_MS} onClose={() => setIsChanged(false)}>
        <Alert severity="success">{t('app.account.changed')}</Alert>
      </Snackbar>
    </Box>
  )
}
