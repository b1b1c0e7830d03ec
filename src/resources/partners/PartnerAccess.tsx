import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentInvitation } from '../../../contract/partner-access'
import { useMay } from '../../providers/auth/useSession'
import { OnceDialog } from '../../ui/OnceDialog'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { Card } from '../builder/RecordSections'
import { InviteDialog } from './InviteDialog'
import { InvitationList, KeyList, PeopleList, type Taken } from './PartnerLists'
import { readAccess, resendInvitation, sendInvitation, takeAway } from './partnerAccessApi'

/** Who and what comes in for a partner, and the deciding about it for those who may change partners. */
export function PartnerAccess({ partnerId }: { partnerId: string }) {
  const format = useFormat()
  const { t } = format
  const mayDecide = useMay('edit', 'partners')
  const [inviting, setInviting] = useState(false)
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const [taken, setTaken] = useState<Taken | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['partners', 'access', partnerId],
    queryFn: () => readAccess(partnerId),
    staleTime: 0,
  })
  const told = (invitation: SentInvitation) => {
    setInviting(false)
    setSent(invitation)
    void refetch()
  }
  const decide = mayDecide
    ? {
        take: setTaken,
        resend: (invitation: Parameters<typeof resendInvitation>[0]) => {
          setRefusal(null)
          resendInvitation(invitation).then(told, setRefusal)
        },
      }
    : null
  const wrong = refusal ?? error
  return (
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      {wrong !== null && <Alert severity="error">{problemText(wrong, format)}</Alert>}
      <Card title={t('app.partner.access.people')}>
        {data ? <PeopleList members={data.members} decide={decide} /> : <Waiting />}
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
        {data ? <InvitationList invitations={data.invitations} decide={decide} /> : <Waiting />}
      </Card>
      <Card title={t('app.partner.access.keys')}>
        {data ? <KeyList credentials={data.credentials} decide={decide} /> : <Waiting />}
      </Card>
      {inviting && (
        <InviteDialog
          onSend={async (email, role) => told(await sendInvitation(partnerId, email, role))}
          onClose={() => setInviting(false)}
        />
      )}
      {sent && (
        <OnceDialog
          title={t('app.partner.access.linkTitle')}
          text={t('app.partner.access.linkText', { email: sent.email })}
          secret={sent.link}
          done={t('app.partner.access.done')}
          onClose={() => setSent(null)}
        />
      )}
      {taken && (
        <TaskDialog
          grave
          title={taken.title}
          text={taken.text}
          action={taken.action}
          onConfirm={async () => {
            await takeAway(partnerId, taken.kind, taken.id)
            setTaken(null)
            await refetch()
          }}
          onClose={() => setTaken(null)}
        />
      )}
    </Box>
  )
}

const Waiting = () => <Skeleton height={44} />
