import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import TranslateIcon from '@mui/icons-material/Translate'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { LANGUAGES } from '../../../contract/vocabulary'
import { useI18nProviderOfApp } from '../../providers/i18n/I18nContext'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { useFormat } from '../../ui/useFormat'

/** Language and colours, for every page of the partner area. */
export function PartnerTools() {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Languages />
      <Colours />
    </Box>
  )
}

function Languages() {
  const { t } = useFormat()
  const language = useLanguage()
  const i18nProvider = useI18nProviderOfApp()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-label={t('app.language.choose', { language: language.name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, gap: 2 }}
      >
        <TranslateIcon sx={{ fontSize: 18 }} />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
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
              void i18nProvider.changeLocale(code)
            }}
          >
            {LANGUAGE_TABLE[code].name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

function Colours() {
  const { t } = useFormat()
  const { scheme, change } = useSettings()
  const label = t('app.partner.nav.theme')
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={() => change({ theme: scheme === 'dark' ? 'light' : 'dark' })}
        sx={{ width: 34, height: 34 }}
      >
        {scheme === 'dark' ? <LightModeIcon sx={{ fontSize: 19 }} /> : <DarkModeIcon sx={{ fontSize: 19 }} />}
      </IconButton>
    </Tooltip>
  )
}
