import AttachmentIcon from '@mui/icons-material/AttachFileOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useGetOne, useNotify } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import type { Mail } from '../../../contract/entities/mail'
import { useHasRight } from '../../providers/auth/useSession'
import { useMay } from '../../providers/auth/useSession'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { useSubmission } from '../../ui/useSubmission'
import { Gate } from '../../ui/Gate'
import { Instant } from '../../ui/Instant'
import { PageHeader } from '../../ui/PageHeader'
import { StatusMark } from '../../ui/StatusMark'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { statusOf } from '../../providers/http/problem'
import { recordPath } from '../../kit/recordPaths'
import { RecordMissing } from '../../kit/RecordStates'
import { openPdf } from '../../providers/http/files'
import { Letter } from '../../features/mails/Letter'
import { call, newKey } from '../../providers/http/call'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'

/** An email: recipient, subject, state and content. */
export default function MailPage() {
  const { id = '' } = useParams()
  return (
    <Gate action="show" resource="mails">
      <OneMail key={id} id={id} />
    </Gate>
  )
}

function OneMail({ id }: { id: string }) {
  const format = useFormat()
  const { t } = format
  const mayRead = useHasRight('read_mail_texts')
  const { data: mail, error, refetch } = useGetOne<Mail>('mails', { id }, { staleTime: 0, retry: false })
  const back = { to: '/mails', label: t('app.mail.outbox') }
  if (error && !mail)
    return (
      <>
        <PageHeader title={t('app.mail.outbox')} back={back} />
        {statusOf(error) === 404 ? (
          <Paper variant="outlined">
            <RecordMissing to={back.to} list={back.label} />
          </Paper>
        ) : (
          <Alert severity="error">{problemText(error, format)}</Alert>
        )}
      </>
    )
  return (
    <>
      <PageHeader
        title={mail?.subject ?? '…'}
        back={back}
        mark={mail && <StatusMark filled value={mail.status} label={t(`choices.mailStatuses.${mail.status}`)} />}
        subtitle={mail && <Facts mail={mail} />}
        actions={mail && <SendAgain mail={mail} onSent={() => void refetch()} />}
      />
      {mail?.error && mail.status !== 'sent' && (
        <Alert severity={mail.status === 'failed' ? 'error' : 'warning'} sx={{ mb: 4 }}>
          {t('app.mail.reason')} <bdi dir="auto">{mail.error}</bdi>
        </Alert>
      )}
      {mail?.status === 'kept' && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {t('app.mail.keptText')}
        </Alert>
      )}
      <Paper key={mail ? 'mail' : 'waiting'} variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        {mail ? <Letter mail={mail} /> : <Skeleton height={320} />}
        {mail?.content.length === 0 && (
          <SecondaryText>{t(mayRead ? 'app.mail.forgotten' : 'app.mail.hidden')}</SecondaryText>
        )}
        {mail && mail.attachments.length > 0 && <Attachments mail={mail} />}
      </Paper>
    </>
  )
}

function Facts({ mail }: { mail: Mail }) {
  const { t } = useFormat()
  return (
    <Box sx={{ display: 'flex', columnGap: 3, rowGap: 1, flexWrap: 'wrap' }}>
      <bdi>{mail.recipient}</bdi>
      <span>{t(`choices.mailKinds.${mail.kind}`)}</span>
      <span>{LANGUAGE_TABLE[mail.language].name}</span>
      <Instant value={mail.sent_at ?? mail.created_at} />
      {mail.entity_id !== null && (
        <Link component={RouterLink} to={recordPath(mail.entity_type ?? 'reservations', mail.entity_id)}>
          <bdi>{mail.entity_label}</bdi>
        </Link>
      )}
    </Box>
  )
}

function SendAgain({ mail, onSent }: { mail: Mail; onSent: () => void }) {
  const format = useFormat()
  const { t } = format
  const allowed = useMay('edit', 'reservations')
  const notify = useNotify()
  const { busy, run } = useSubmission()
  if (!allowed || mail.status === 'queued' || mail.content.length === 0) return null
  const send = () =>
    call('POST /mails/:id/send-again', { params: { id: mail.id }, body: {}, once: newKey() }).then(
      () => {
        notify(t('app.mail.queued', { address: mail.recipient }), { type: 'success' })
        onSent()
      },
      (error: unknown) => notify(problemText(error, format), { type: 'error' }),
    )
  return (
    <Button variant="outlined" startIcon={<SendIcon />} loading={busy} onClick={() => void run(send)}>
      {t('app.mail.sendAgain')}
    </Button>
  )
}

function Attachments({ mail }: { mail: Mail }) {
  const format = useFormat()
  const notify = useNotify()
  const { busy, run } = useSubmission()
  const open = (reservationId: string) =>
    openPdf('GET /reservations/:id/ticket.pdf', {
      params: { id: reservationId },
      query: { language: mail.language },
    }).catch((error: unknown) => notify(problemText(error, format), { type: 'error' }))
  return (
    <PlainList aria-label={format.t('resources.mails.fields.attachments')} sx={{ mt: 4 }}>
      {mail.attachments.map(({ reservation_id, name }) => (
        <li key={reservation_id}>
          <Button startIcon={<AttachmentIcon />} loading={busy} onClick={() => void run(() => open(reservation_id))}>
            <bdi>{name}</bdi>
          </Button>
        </li>
      ))}
    </PlainList>
  )
}
