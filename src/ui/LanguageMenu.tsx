import CheckIcon from '@mui/icons-material/Check'
import TranslateIcon from '@mui/icons-material/Translate'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { LANGUAGES, type Language } from '../../contract/core/languages'
import { LANGUAGE_TABLE } from '../providers/i18n/languages'
import { useLanguage } from '../providers/i18n/useLanguage'
import { useFormat } from './useFormat'

interface LanguageMenuProps {
  onChoose: (language: Language) => void
  /** Breakpoint from which the button shows the language name; below it only the menu does. */
  nameFrom: 'sm' | 'xl'
}

/** Menu to choose the language; each language has its native name. */
export function LanguageMenu({ onChoose, nameFrom }: LanguageMenuProps) {
  const { t } = useFormat()
  const language = useLanguage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-label={t('app.language.choose', { language: language.name })}
        startIcon={<TranslateIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          flex: 'none',
          minWidth: 34,
          px: { xs: 2, [nameFrom]: 2.5 },
          '& .MuiButton-startIcon': { marginInline: 0, marginInlineEnd: { xs: 0, [nameFrom]: 1.5 } },
        }}
      >
        <Box component="span" sx={{ display: { xs: 'none', [nameFrom]: 'inline' } }}>
          {language.name}
        </Box>
      </Button>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {LANGUAGES.map((code) => (
          <MenuItem
            key={code}
            lang={LANGUAGE_TABLE[code].tag}
            selected={code === language.code}
            onClick={() => {
              setAnchor(null)
              onChoose(code)
            }}
            sx={{ minWidth: 160, justifyContent: 'space-between', gap: 4 }}
          >
            {LANGUAGE_TABLE[code].name}
            {code === language.code && <CheckIcon sx={{ fontSize: 'h2.fontSize', color: 'primary.main' }} />}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
