import TranslateIcon from '@mui/icons-material/Translate'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useSetLocale } from 'react-admin'
import { LANGUAGES } from '../../contract/vocabulary'
import { LANGUAGE_TABLE } from '../providers/i18n/languages'
import { useLanguage } from '../providers/i18n/useLanguage'
import { useFormat } from '../ui/useFormat'

/** Chooses the language of the console; each language is named in its own words. */
export function LanguageMenu() {
  const { t } = useFormat()
  const language = useLanguage()
  const setLocale = useSetLocale()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-label={t('app.language.choose', { language: language.name })}
        startIcon={<TranslateIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {language.name}
      </Button>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {LANGUAGES.map((code) => (
          <MenuItem
            key={code}
            lang={LANGUAGE_TABLE[code].tag}
            selected={code === language.code}
            onClick={() => {
              setAnchor(null)
              setLocale(code)
            }}
          >
            {LANGUAGE_TABLE[code].name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
