import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { useState, type ReactNode } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import { PageHeader } from '../ui/PageHeader'
import { useMay } from '../providers/auth/useSession'
import { useFormat } from '../ui/useFormat'
import { StatusField } from './fields/ChoiceFields'
import { resourceName } from './labels'
import { isNothing } from './paths'
import { PresenceBar } from './PresenceBar'
import { RecordFacts } from './RecordFacts'
import { editPath } from './recordPaths'
import { statusFieldOf, type AnyRecord, type AnySpec } from './resource'
import { onDemand } from '../ui/onDemand'

const DeleteDialog = onDemand(() => import('./DeleteDialog'))

interface RecordHeaderProps {
  spec: AnySpec
  record: AnyRecord
  title?: string
  /** Replaces the main facts of the record. */
  subtitle?: ReactNode
  /** Buttons before "Edit". */
  actions?: ReactNode
}

/** Head of a record's page: its name, its status and its actions. */
export function RecordHeader({ spec, record, title, subtitle, actions }: RecordHeaderProps) {
  const { t, language } = useFormat()
  const navigate = useNavigate()
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const [deleting, setDeleting] = useState(false)
  const status = statusFieldOf(spec)
  return (
    <>
      <PageHeader
        title={title ?? spec.represent(record, language)}
        subtitle={subtitle ?? <RecordFacts spec={spec} record={record} />}
        back={{ to: `/${spec.name}`, label: resourceName(t, spec.name) }}
        beside={<PresenceBar resource={spec.name} id={record.id} />}
        mark={
          status?.kind === 'choice' &&
          !isNothing(record[status.source]) && (
            <StatusField filled source={status.source} vocabulary={status.vocabulary} record={record} />
          )
        }
        actions={
          <>
            {actions}
            {mayDelete && (
              <Button startIcon={<DeleteIcon />} onClick={() => setDeleting(true)}>
                {t('ra.action.delete')}
              </Button>
            )}
            {mayEdit && (
              <Button
                component={RouterLink}
                to={editPath(spec.name, record.id)}
                variant="contained"
                startIcon={<EditIcon />}
              >
                {t('ra.action.edit')}
              </Button>
            )}
          </>
        }
      />
      {deleting && (
        <DeleteDialog
          spec={spec}
          record={record}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(`/${spec.name}`, { replace: true })}
        />
      )}
    </>
  )
}
