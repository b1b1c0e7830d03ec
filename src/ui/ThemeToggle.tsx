import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useSettings } from '../providers/settings/SettingsProvider'
import { useFormat } from './useFormat'

export function ThemeToggle() {
  const { t } = useFormat()
  const { scheme, change } = useSettings()
  const label = t('ra.action.toggle_theme')
  return (
    <Tooltip describeChild={false} title={label}>
      <IconButton
        aria-label={label}
        onClick={() => change({ theme: scheme === 'dark' ? 'light' : 'dark' })}
        size="medium"
      >
        {scheme === 'dark' ? <LightModeIcon fontSize="bar" /> : <DarkModeIcon fontSize="bar" />}
      </IconButton>
    </Tooltip>
  )
}
