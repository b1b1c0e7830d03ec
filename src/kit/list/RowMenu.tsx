import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { editPath, recordPath } from '../recordPaths'
import type { AnyRecord, AnySpec } from '../resource'
import { useSelection } from './selection'
import { onDemand } from '../../ui/onDemand'

const DeleteDialog = onDemand(() => import('../DeleteDialog'))

interface RowMenuProps {
  spec: AnySpec
  record: AnyRecord
  anchor: HTMLElement
  onClose: () => void
}

/** Menu of a row, with the actions that the user may perform. */
export function RowMenu({ spec, record, anchor, onClose }: RowMenuProps) {
  const { t } = useFormat()
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const [deleting, setDeleting] = useState(false)
  const { drop } = useSelection()
  if (deleting) {
    const afterDelete = () => {
      drop(record.id)
      onClose()
    }
    return <DeleteDialog spec={spec} record={record} onClose={onClose} onDeleted={afterDelete} />
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <MenuItem component={RouterLink} to={recordPath(spec.name, record.id)}>
        {t('ra.action.open')}
      </MenuItem>
      {mayEdit && (
        <MenuItem component={RouterLink} to={editPath(spec.name, record.id)}>
          {t('ra.action.edit')}
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem onClick={() => setDeleting(true)} sx={{ color: 'error.main' }}>
          {t('ra.action.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
