import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { SignInFrame } from '../frame/SignInFrame'
import { PartnerLoading } from '../frame/PartnerLoading'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { call } from '../../providers/http/call'
import { ChooseForm } from '../../ui/ChooseForm'

/** Where the link of an invitation, or of a new password, leads. */
export function WelcomePage() {
  const { token = '' } = useParams()
  const format = useFormat()
  const { t } = format
  const [chosen, setChosen] = useState<string | null>(null)
  const [dead, setDead] = useState<unknown>(null)
  const { data, error, isPending } = useQuery({
    queryKey: ['account-link', token],
    queryFn: () => call('GET /account-links/:token', { params: { token } }),
    staleTime: Infinity,
  })
  const toLogin = (
    <Button component={RouterLink} to="/login" replace variant={chosen ? 'contained' : 'outlined'} fullWidth>
      {t('app.account.toLogin')}
    </Button>
  )
  if (isPending) return <PartnerLoading />
  if (chosen !== null)
    return (
      <SignInFrame title={t('app.account.doneTitle')} text={t('app.account.doneText', { username: chosen })}>
        {toLogin}
      </SignInFrame>
    )
  const refusal = dead ?? error
  if (refusal !== null || !data)
    return (
      <SignInFrame title={t('app.account.failed')}>
        <Alert severity="error" sx={{ my: 4 }}>
          {problemText(refusal, format)}
        </Alert>
        {toLogin}
      </SignInFrame>
    )
  return (
    <SignInFrame title={t('app.account.choosePassword')} text={t(`app.account.${data.purpose}Text`, { ...data })}>
      <ChooseForm token={token} username={data.username} onChosen={setChosen} onDead={setDead} />
    </SignInFrame>
  )
}
