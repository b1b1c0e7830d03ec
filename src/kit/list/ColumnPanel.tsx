import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Popover from '@mui/material/Popover'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { useFormat } from '../../ui/useFormat'
import { labelOf } from '../labels'
import type { AnySpec } from '../resource'
import { CheckList } from './CheckList'
import { useColumns } from './columns'

interface ColumnPanelProps {
  spec: AnySpec
  anchor: HTMLElement | null
  onClose: () => void
}

/** Selects the columns of the list and its row height. */
export function ColumnPanel({ spec, anchor, onClose }: ColumnPanelProps) {
  const { t } = useFormat()
  const { density, change } = useSettings()
  const { all, shown, toggle, reset, isDefault } = useColumns(spec)
  const visible = new Set(shown.map((field) => field.source))
  return (
    <Popover
      open={Boolean(anchor)}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { sx: { mt: 1, minWidth: 240 }, role: 'dialog', 'aria-label': t('ra.action.select_columns') },
      }}
    >
      <CheckList
        label={t('ra.action.select_columns')}
        options={all.slice(1).map((field) => ({ value: field.source, label: labelOf(t, spec.name, field.source) }))}
        checked={(source) => visible.has(source)}
        onToggle={toggle}
      />
      <Divider />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', p: 1.5, gap: 2 }}>
        <Button
          onClick={() => change({ density: density === 'compact' ? 'comfortable' : 'compact' })}
          aria-pressed={density === 'comfortable'}
        >
          {t(density === 'compact' ? 'app.list.comfortable' : 'app.list.compact')}
        </Button>
        <Button onClick={reset} disabled={isDefault}>
          {t('ra.action.reset')}
        </Button>
      </Box>
    </Popover>
  )
}
