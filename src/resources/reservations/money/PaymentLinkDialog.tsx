import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Payment } from '../../../../contract/entities/payment'
import { LANGUAGES, type Language } from '../../../../contract/core/languages'
import { formatMoney } from '../../../providers/format/money'
import { call } from '../../../providers/http/call'
import { LANGUAGE_TABLE } from '../../../providers/i18n/languages'
import { AmountBox, useAmount } from '../../../ui/AmountBox'
import { Column } from '../../../ui/Column'
import { CopyBox } from '../../../ui/CopyBox'
import { messageOf } from '../../../ui/fieldTexts'
import { Instant } from '../../../ui/Instant'
import { OnceDialog } from '../../../ui/OnceDialog'
import { problemText } from '../../../ui/problemText'
import { SelectBox } from '../../../ui/SelectBox'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import { useSubmission } from '../../../ui/useSubmission'
import type { MoneyDialogProps } from './moneyDialog'
import { sendLink, sentText, type SentLink } from './paymentLink'

/** Validity of a payment link, in days. */
const LIVES = ['1', '3', '7', '14'] as const

/** Requests the amount due by a payment link, and lists the pending links. */
export function PaymentLinkDialog(props: MoneyDialogProps) {
  const [sent, setSent] = useState<SentLink | null>(null)
  return sent ? <SentDialog sent={sent} onClose={props.onClose} /> : <SendDialog {...props} onSent={setSent} />
}

interface SendDialogProps extends MoneyDialogProps {
  onSent: (sent: SentLink) => void
}

function SendDialog({ reservation, money, onDone, onClose, onSent }: SendDialogProps) {
  const { t } = useFormat()
  const { currency, balance_minor, pending_payments_minor, payments } = money
  const { amount, box } = useAmount(currency, balance_minor - pending_payments_minor)
  const [email, setEmail] = useState(reservation.lead_email ?? '')
  const [language, setLanguage] = useState<Language>(reservation.locale)
  const [days, setDays] = useState<(typeof LIVES)[number]>('3')
  const once = useOnce()
  const waiting = payments.filter(
    (one) => one.method === 'link' && one.direction === 'payment' && one.state === 'pending',
  )
  return (
    <TaskDialog
      title={t('app.desk.steps.payment_link')}
      action={t(email.trim() === '' ? 'app.payLink.make' : 'app.mail.send')}
      ready={amount !== null}
      onConfirm={async () => {
        const address = email.trim()
        const body = {
          amount_minor: amount ?? 0,
          currency,
          hours: Number(days) * 24,
          language,
          ...(address !== '' && { email: address }),
        }
        const sent = await once(body, (key) => sendLink(reservation.id, body, key))
        await onDone()
        onSent(sent)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {waiting.map((payment) => (
            <WaitingLink key={payment.id} payment={payment} onCancelled={onDone} />
          ))}
          <AmountBox takesFocus {...box} error={errors['amount_minor']} />
          <TextField
            type="email"
            label={t('app.mail.address')}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={errors['email'] !== undefined}
            helperText={messageOf(errors['email']) ?? t('app.payLink.noAddress')}
            slotProps={{ htmlInput: { dir: 'ltr' }, inputLabel: { shrink: true } }}
          />
          <SelectBox
            label={t('resources.mails.fields.language')}
            value={language}
            options={LANGUAGES}
            labelOf={(code) => <span lang={LANGUAGE_TABLE[code].tag}>{LANGUAGE_TABLE[code].name}</span>}
            onChange={setLanguage}
          />
          <SelectBox
            label={t('app.payLink.life')}
            value={days}
            options={LIVES}
            labelOf={(value) => t('app.payLink.days', { smart_count: Number(value) })}
            onChange={setDays}
          />
        </>
      )}
    </TaskDialog>
  )
}

/** A payment link that is not paid yet. */
function WaitingLink({ payment, onCancelled }: { payment: Payment; onCancelled: () => Promise<void> }) {
  const format = useFormat()
  const { t, locale } = format
  const notify = useNotify()
  const { busy, run } = useSubmission()
  const { data: link } = useQuery({
    queryKey: ['payments', 'link', payment.id],
    queryFn: () => call('GET /payments/:id/link', { params: { id: payment.id } }),
  })
  const cancel = () =>
    run(async () => {
      await call('POST /payments/:id/cancel', { params: { id: payment.id }, body: {}, ifMatch: payment.version }).catch(
        (error: unknown) => notify(problemText(error, format), { type: 'error' }),
      )
      await onCancelled()
    })
  return (
    <Column gap={2}>
      <Typography variant="body2">
        {t('app.payLink.waiting', { amount: formatMoney(payment.amount_minor, payment.currency, locale) })}{' '}
        {payment.expires_at && <Instant value={payment.expires_at} />}
      </Typography>
      {link ? <CopyBox text={link.url} label={t('app.payLink.address')} /> : <Skeleton height={96} />}
      <Box>
        <Button color="error" loading={busy} onClick={() => void cancel()}>
          {t('app.payLink.cancel')}
        </Button>
      </Box>
    </Column>
  )
}

function SentDialog({ sent, onClose }: { sent: SentLink; onClose: () => void }) {
  const { t } = useFormat()
  return (
    <OnceDialog
      title={t('app.payLink.address')}
      text={sentText(sent, t)}
      secret={sent.link.url}
      done={t('app.account.user.done')}
      onClose={onClose}
    />
  )
}
