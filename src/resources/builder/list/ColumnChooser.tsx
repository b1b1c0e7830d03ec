import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useSettings } from '../../../providers/settings/SettingsProvider'
import { OpenerTip } from '../../../ui/OpenerTip'
import { useFormat } from '../../../ui/useFormat'
import { useOpenedOnce } from '../../../ui/useOpenedOnce'
import { labelOf } from '../labels'
import type { AnySpec } from '../resource'
import { CheckList } from './CheckList'
import { useColumns } from './columns'

/** Which columns the list shows, and how close its rows stand. */
export function ColumnChooser({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const { density, change } = useSettings()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useOpenedOnce(anchor !== null)
  const { all, shown, toggle, reset, isDefault } = useColumns(spec)
  const visible = new Set(shown.map((field) => field.source))
  return (
    <>
      <OpenerTip title={t('ra.action.select_columns')} open={anchor !== null}>
        <IconButton
          aria-label={t('ra.action.select_columns')}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 34, height: 34 }}
        >
          <ViewColumnIcon sx={{ fontSize: 19 }} />
        </IconButton>
      </OpenerTip>
      {wasOpened && (
        <Popover
          open={Boolean(anchor)}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
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
      )}
    </>
  )
}
