import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router-dom'
import { InvitationToken, type InvitationInfo } from '../../../contract/partner/auth'
import { formatDateTime } from '../../providers/format/dates'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { SignInFrame } from '../frame/SignInFrame'
import { PartnerLoading } from '../frame/PartnerLoading'
import { HttpError } from '../../providers/http/problem'
import { readInvitation } from '../../providers/auth/partnerAuth'
import { InvitationForm } from './InvitationForm'

/** What no invitation can have is told without asking the server. */
async function invitationOf(token: string): Promise<InvitationInfo> {
  if (!InvitationToken.safeParse(token).success)
    throw new HttpError('invitation_unknown', 404, { code: 'invitation_unknown' })
  return readInvitation(token)
}

/** Where the link of an invitation leads: who one will be, a name and a password. */
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
