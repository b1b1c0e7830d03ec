import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartnerInvitation } from '../../../contract/entities/partner-invitation'
import type { SentInvitation } from '../../../contract/partner/access'
import { useMay } from '../../providers/auth/useSession'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useOneTimeLink } from '../../ui/useOneTimeLink'
import { Card } from '../../kit/RecordSections'
import { MailsCard } from '../../features/mails/MailsCard'
import { InviteDialog } from './InviteDialog'
import { InvitationList, KeyList, PeopleList, type Revocation } from './PartnerLists'
import { call } from '../../providers/http/call'
import { revokeAccess } from './partnerAccessApi'
import { Column } from '../../ui/Column'
import { ShowLinkBox } from '../../ui/ShowLinkBox'

/** People, invitations and API keys of a partner, with actions for users who may change partners. */
export function PartnerAccess({ partnerId }: { partnerId: string }) {
  const format = useFormat()
  const { t } = format
  const mayDecide = useMay('edit', 'partners')
  const [inviting, setInviting] = useState(false)
  const [resending, setResending] = useState<PartnerInvitation | null>(null)
  const [revoking, setRevoking] = useState<Revocation | null>(null)
  const { present, dialog } = useOneTimeLink()
  const { data, error, refetch } = useQuery({
    queryKey: ['partners', 'access', partnerId],
    queryFn: () => call('GET /partners/:id/access', { params: { id: partnerId } }),
    staleTime: 0,
  })
  const made = (invitation: SentInvitation) => {
    setInviting(false)
    setResending(null)
    present(invitation)
    void refetch()
  }
  if (!data && error) return <Alert severity="error">{problemText(error, format)}</Alert>
  // Rendered as a whole: lists that load later would move the buttons under the pointer.
  if (!data) return <Skeleton variant="rounded" height={420} />
  const decide = mayDecide ? { revoke: setRevoking, resend: setResending } : null
  return (
    <Column shrinks>
      {error && <Alert severity="error">{problemText(error, format)}</Alert>}
      <Card title={t('app.partner.access.people')}>
        <PeopleList members={data.members} decide={decide} />
      </Card>
      <Card
        title={t('app.partner.access.invitations')}
        action={
          mayDecide && (
            <Button variant="outlined" onClick={() => setInviting(true)}>
              {t('app.partner.access.invite')}
            </Button>
          )
        }
      >
        <InvitationList invitations={data.invitations} decide={decide} />
      </Card>
      <MailsCard about={partnerId} />
      <Card title={t('app.partner.access.keys')}>
        <KeyList credentials={data.credentials} decide={decide} />
      </Card>
      {inviting && (
        <InviteDialog
          onSend={async (invitation) =>
            made(await call('POST /partners/:id/invitations', { params: { id: partnerId }, body: invitation }))
          }
          onClose={() => setInviting(false)}
        />
      )}
      {resending && (
        <ResendDialog
          email={resending.email}
          onSend={async (isShown) =>
            made(
              await call('POST /partners/:id/invitations/:invitationId/resend', {
                params: { id: partnerId, invitationId: resending.id },
                body: { show_link: isShown },
              }),
            )
          }
          onClose={() => setResending(null)}
        />
      )}
      {dialog}
      {revoking && (
        <TaskDialog
          grave
          title={revoking.title}
          text={revoking.text}
          action={revoking.action}
          onConfirm={async () => {
            await revokeAccess(partnerId, revoking.kind, revoking.id)
            setRevoking(null)
            await refetch()
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </Column>
  )
}

interface ResendDialogProps {
  email: string
  onSend: (isShown: boolean) => Promise<void>
  onClose: () => void
}

/** Asks whether to resend an invitation, by email or as a displayed link. */
function ResendDialog({ email, onSend, onClose }: ResendDialogProps) {
  const { t } = useFormat()
  const [isShown, setShown] = useState(false)
  return (
    <TaskDialog
      title={t('app.partner.access.resendTitle', { email })}
      text={t('app.partner.access.resendText')}
      action={t('app.partner.access.resend')}
      onConfirm={() => onSend(isShown)}
      onClose={onClose}
    >
      {() => <ShowLinkBox checked={isShown} onChange={setShown} />}
    </TaskDialog>
  )
}
