import PrintIcon from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Reservation } from '../../../contract/entities/reservation'
import { LANGUAGES, type Language } from '../../../contract/core/vocabulary'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { useSubmission } from '../../ui/useSubmission'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { openTickets } from './reservationApi'

/** Opens the tickets as a PDF, in the party's language first. */
export function TicketMenu({ reservation }: { reservation: Pick<Reservation, 'id' | 'locale'> }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const { busy, run } = useSubmission()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const languages = [...LANGUAGES].sort((a, b) => Number(b === reservation.locale) - Number(a === reservation.locale))
  const open = (language: Language) => {
    setAnchor(null)
    void run(() =>
      openTickets(reservation, language).catch((error: unknown) =>
        notify(problemText(error, format), { type: 'error' }),
      ),
    )
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PrintIcon />}
        loading={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('app.desk.print')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {languages.map((language) => (
          <MenuItem key={language} lang={LANGUAGE_TABLE[language].tag} onClick={() => open(language)}>
            {LANGUAGE_TABLE[language].name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
