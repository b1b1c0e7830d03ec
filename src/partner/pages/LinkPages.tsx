import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router-dom'
import { InvitationToken, type InvitationInfo } from '../../../contract/partner/auth'
import { formatDateTime } from '../../providers/format/dates'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { SignInFrame, PartnerLoading } from '../frame/SignInFrame'
import { HttpError } from '../../providers/http/problem'
import { readInvitation } from '../../providers/auth/partnerAuth'
import { call } from '../../providers/http/call'
import { ChooseForm } from './ChooseForm'
import { InvitationForm } from './InvitationForm'

/** A token of an invalid format is refused without a call to the server. */
async function invitationOf(token: string): Promise<InvitationInfo> {
  if (!InvitationToken.safeParse(token).success)
    throw new HttpError('invitation_unknown', 404, { code: 'invitation_unknown' })
  return readInvitation(token)
}

/** Page for an invitation link, with the role, and a form for name and password. */
export function AcceptInvitation() {
  const { token = '' } = useParams()
  const format = useFormat()
  const { t, locale } = format
  const navigate = useNavigate()
  const [dead, setDead] = useState<unknown>(null)
  const {
    data: invitation,
    error,
    isPending,
  } = useQuery({ queryKey: ['invitation', token], queryFn: () => invitationOf(token), staleTime: Infinity })

  if (isPending) return <PartnerLoading />
  const refusal = dead ?? error
  if (refusal !== null || !invitation)
    return (
      <SignInFrame title={t('app.partner.invite.failed')}>
        <Alert severity="error" sx={{ my: 4 }}>
          {problemText(refusal, format)}
        </Alert>
        <Button component={RouterLink} to="/partner-login" replace variant="outlined" fullWidth>
          {t('app.partner.invite.toLogin')}
        </Button>
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={t('app.partner.invite.title')}
      text={t('app.partner.invite.text', {
        partner: invitation.partner_name,
        email: invitation.email,
        role: t(`choices.partnerRoles.${invitation.role}`),
        until: formatDateTime(invitation.expires_at, { locale }),
      })}
    >
      <InvitationForm
        token={token}
        email={invitation.email}
        onAccepted={() => void navigate('/partner-dashboard', { replace: true })}
        onDead={setDead}
      />
    </SignInFrame>
  )
}

/** Page for a link to accept an account or to choose a new password. */
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
