import MailIcon from '@mui/icons-material/MailOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import type { Reservation } from '../../../contract/entities/reservation'
import { LANGUAGES, type Language } from '../../../contract/core/languages'
import { useMay } from '../../providers/auth/useSession'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { SelectBox } from '../../ui/SelectBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { call, newKey } from '../../providers/http/call'
import { PdfMenu } from '../../ui/PdfMenu'
import { openPdf } from '../../providers/http/files'

interface SendTicketsProps {
  reservation: Pick<Reservation, 'id' | 'lead_email' | 'locale'>
}

/** Sends the tickets by email, by default to the address of the reservation. */
export function SendTickets({ reservation }: SendTicketsProps) {
  const { t } = useFormat()
  const allowed = useMay('edit', 'reservations')
  const [isOpen, setIsOpen] = useState(false)
  if (!allowed) return null
  return (
    <>
      <Button variant="outlined" startIcon={<MailIcon />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('app.mail.emailTicket')}
      </Button>
      {isOpen && <SendDialog reservation={reservation} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SendDialog({ reservation, onClose }: SendTicketsProps & { onClose: () => void }) {
  const { t } = useFormat()
  const notify = useNotify()
  const refresh = useRefresh()
  const [email, setEmail] = useState(reservation.lead_email ?? '')
  const [language, setLanguage] = useState<Language>(reservation.locale)
  const send = async () => {
    const mail = await call('POST /reservations/:id/send-tickets', {
      params: { id: reservation.id },
      body: { email: email.trim(), language },
      once: newKey(),
    })
    notify(t(mail.status === 'kept' ? 'app.mail.kept' : 'app.mail.queued', { address: mail.recipient }), {
      type: mail.status === 'kept' ? 'warning' : 'success',
    })
    refresh()
    onClose()
  }
  return (
    <TaskDialog
      title={t('app.mail.emailTicket')}
      action={t('app.mail.send')}
      ready={email.trim() !== ''}
      onConfirm={send}
      onClose={onClose}
    >
      {() => (
        <>
          <TextField
            autoFocus
            type="email"
            label={t('app.mail.address')}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            slotProps={{ htmlInput: { dir: 'ltr' } }}
          />
          <SelectBox
            label={t('resources.mails.fields.language')}
            value={language}
            options={LANGUAGES}
            labelOf={(code) => <span lang={LANGUAGE_TABLE[code].tag}>{LANGUAGE_TABLE[code].name}</span>}
            onChange={setLanguage}
          />
        </>
      )}
    </TaskDialog>
  )
}

/** Opens the tickets as a PDF. The language of the reservation is listed first. */
export function TicketMenu({ reservation }: { reservation: Pick<Reservation, 'id' | 'locale'> }) {
  const { t } = useFormat()
  return (
    <PdfMenu
      label={t('app.desk.print')}
      first={reservation.locale}
      onOpen={(language) =>
        openPdf('GET /reservations/:id/ticket.pdf', { params: { id: reservation.id }, query: { language } })
      }
    />
  )
}
