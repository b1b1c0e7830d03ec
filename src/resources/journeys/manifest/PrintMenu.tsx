import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type ReactNode } from 'react'
import { useGetOne, useNotify } from 'react-admin'
import type { Journey } from '../../../../contract/entities/journey'
import type { Staff } from '../../../../contract/entities/staff'
import { LANGUAGES, type Language } from '../../../../contract/core/vocabulary'
import { LANGUAGE_TABLE } from '../../../providers/i18n/languages'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useSubmission } from '../../../ui/useSubmission'
import { readManifestPdf } from '../journeyApi'

/** The language that a driver reads best of those we have; null where we know none. */
function languageOf(driver: Staff | undefined): Language | null {
  const spoken = driver?.languages.map((code) => (code === 'ar' ? 'ae' : code)) ?? []
  return LANGUAGES.find((language) => language === spoken.find((code) => LANGUAGES.includes(code as Language))) ?? null
}

/** Opens the manifest as a PDF, in the driver's language first. */
export function PrintMenu({ journey, icon }: { journey: Journey; icon: ReactNode }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const { busy, run } = useSubmission()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data: driver } = useGetOne<Staff>(
    'staff',
    { id: journey.driver_id ?? '' },
    { enabled: journey.driver_id !== null },
  )
  const own = languageOf(driver)
  const languages = [...LANGUAGES].sort((a, b) => Number(b === own) - Number(a === own))
  const open = (language: Language) => {
    setAnchor(null)
    void run(async () => {
      try {
        const url = URL.createObjectURL(await readManifestPdf(journey.id, language))
        window.open(url, '_blank', 'noopener')
        setTimeout(() => URL.revokeObjectURL(url), 60_000)
      } catch (error) {
        notify(problemText(error, format), { type: 'error' })
      }
    })
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={icon}
        loading={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('app.depot.manifest.print')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {languages.map((language) => (
          <MenuItem key={language} lang={LANGUAGE_TABLE[language].tag} onClick={() => open(language)}>
            {LANGUAGE_TABLE[language].name}
            {language === own && ` · ${t('app.depot.manifest.driver')}`}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
