import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { onDemand } from '../../ui/onDemand'
import { OpenerTip } from '../../ui/OpenerTip'
import { useFormat } from '../../ui/useFormat'
import { useOpenedOnce } from '../../ui/useOpenedOnce'
import type { AnySpec } from '../resource'

const ColumnPanel = onDemand(async () => ({ default: (await import('./ColumnPanel')).ColumnPanel }))

/** Opens the choice of the columns that the list shows. */
export function ColumnChooser({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useOpenedOnce(anchor !== null)
  return (
    <>
      <OpenerTip title={t('ra.action.select_columns')} open={anchor !== null}>
        <IconButton
          aria-label={t('ra.action.select_columns')}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
          size="medium"
        >
          <ViewColumnIcon fontSize="bar" />
        </IconButton>
      </OpenerTip>
      {wasOpened && <ColumnPanel spec={spec} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
