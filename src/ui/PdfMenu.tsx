import PrintIcon from '@mui/icons-material/PrintOutlined'
import MenuItem from '@mui/material/MenuItem'
import { useNotify } from 'react-admin'
import { LANGUAGES, type Language } from '../../contract/core/languages'
import { LANGUAGE_TABLE } from '../providers/i18n/languages'
import { MenuButton } from './MenuButton'
import { problemText } from './problemText'
import { useFormat } from './useFormat'
import { useSubmission } from './useSubmission'

interface PdfMenuProps {
  label: string
  variant?: 'text' | 'outlined'
  /** Language of the recipient, listed first; null if unknown. */
  first: string | null
  /** Note that explains the first language. */
  firstNote?: string
  /** @throws HttpError when the API refuses */
  onOpen: (language: Language) => Promise<void>
}

/** Opens a document as a PDF in a language of the product. */
export function PdfMenu({ label, variant = 'outlined', first, firstNote, onOpen }: PdfMenuProps) {
  const format = useFormat()
  const notify = useNotify()
  const { busy, run } = useSubmission()
  const languages = [...LANGUAGES].sort((a, b) => Number(b === first) - Number(a === first))
  const open = (language: Language) =>
    run(() => onOpen(language).catch((error: unknown) => notify(problemText(error, format), { type: 'error' })))
  return (
    <MenuButton label={label} variant={variant} startIcon={<PrintIcon />} loading={busy}>
      {languages.map((language) => (
        <MenuItem key={language} lang={LANGUAGE_TABLE[language].tag} onClick={() => void open(language)}>
          {LANGUAGE_TABLE[language].name}
          {language === first && firstNote && ` · ${firstNote}`}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
