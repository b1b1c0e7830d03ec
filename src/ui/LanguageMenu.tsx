import CheckIcon from '@mui/icons-material/Check'
import TranslateIcon from '@mui/icons-material/Translate'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useSetLocale } from 'react-admin'
import { LANGUAGES } from '../../contract/vocabulary'
import { LANGUAGE_TABLE } from '../providers/i18n/languages'
import { useLanguage } from '../providers/i18n/useLanguage'
import { useFormat } from '../ui/useFormat'

interface LanguageMenuProps {
  /** Leaves the name of the language to the menu where a bar is short of room. */
  narrow?: boolean
}

/** Chooses the language of the console; each language is named in its own words. */
export function LanguageMenu({ narrow = false }: LanguageMenuProps) {
  const { t } = useFormat()
  const language = useLanguage()
  const setLocale = useSetLocale()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const nameAt = narrow ? { xs: 'none', xl: 'inline' } : 'inline'
  const iconGap = narrow ? { xs: 0, xl: 1.5 } : 1.5
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
          px: narrow ? { xs: 2, xl: 2.5 } : 2.5,
          '& .MuiButton-startIcon': { marginInline: 0, marginInlineEnd: iconGap },
        }}
      >
        <Box component="span" sx={{ display: nameAt }}>
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
              setLocale(code)
            }}
            sx={{ minWidth: 160, justifyContent: 'space-between', gap: 4 }}
          >
            {LANGUAGE_TABLE[code].name}
            {code === language.code && <CheckIcon sx={{ fontSize: 16, color: 'primary.main' }} />}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
