import Box from '@mui/material/Box'
import { useId } from 'react'
import { useSettings } from '../../providers/settings/SettingsProvider'
import type { Settings } from '../../providers/settings/settings'
import { useFormat } from '../../ui/useFormat'
import { optionKey, type Group, type Shape } from './options'

/** Setting of the customizer with options as tiles, which are radio buttons with arrow keys. */
export function OptionGroup({ group: { setting, columns, options } }: { group: Group }) {
  const { t } = useFormat()
  const settings = useSettings()
  const name = useId()
  const choose = (value: Settings[typeof setting]) =>
    settings.change(setting === 'menu' ? { menu: value as Settings['menu'], sidebar: false } : { [setting]: value })
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 2, fontSize: 'body2.fontSize', fontWeight: 600 }}>
        {t(`app.customizer.${setting}.title`)}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: 2 }}>
        {options.map(({ value, icon: Icon, picture }) => (
          <Box key={String(value)} component="label" sx={tileStyles}>
            <input type="radio" name={name} checked={settings[setting] === value} onChange={() => choose(value)} />
            {Icon && <Icon fontSize="small" />}
            {picture && <Picture shapes={picture} mirrored={setting !== 'rtlClass' && settings.rtlClass === 'rtl'} />}
            <span>{t(optionKey(setting, value))}</span>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const tileStyles = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 1.5,
  minHeight: 36,
  px: 1.5,
  py: 1.75,
  fontSize: 12.5,
  lineHeight: 1.3,
  textAlign: 'center',
  color: 'text.secondary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  cursor: 'pointer',
  // Above the label, so that neither covers the other.
  '& input': { position: 'absolute', insetInline: 0, top: 0, height: 6, m: 0, opacity: 0, cursor: 'pointer' },
  '&:hover': { borderColor: 'text.disabled', color: 'text.primary' },
  '&:has(:checked)': {
    borderColor: 'primary.main',
    color: 'text.primary',
    fontWeight: 550,
    bgcolor: 'action.selected',
  },
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const

/** Drawing of the effect of an option. */
function Picture({ shapes, mirrored }: { shapes: readonly Shape[]; mirrored: boolean }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 60 36"
      aria-hidden
      sx={{
        width: 60,
        height: 36,
        borderRadius: 1,
        bgcolor: ({ colours }) => colours.muted,
        transform: mirrored ? 'scaleX(-1)' : 'none',
        '& .page': { fill: ({ palette }) => palette.text.disabled, opacity: 0.35 },
        '& .navigation': { fill: ({ palette }) => palette.primary.main },
      }}
    >
      {shapes.map(([x, y, width, height, part]) => (
        <rect key={`${x} ${y}`} className={part} x={x} y={y} width={width} height={height} rx="1.5" />
      ))}
    </Box>
  )
}
