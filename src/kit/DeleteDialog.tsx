import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useDelete, useNotify } from 'react-admin'
import { problemOf } from '../providers/http/problem'
import { problemText } from '../ui/problemText'
import { useFormat } from '../ui/useFormat'
import { RESTORABLE_RESOURCES } from '../../contract/core/vocabulary'
import { useDeletionPreview } from './tasks/DeletionImpact'
import { RowProblemText } from './tasks/RowProblemText'
import { undoOffer } from './tasks/undoOffer'
import { Blockers } from './Blockers'
import { resourceNoun } from './labels'
import { represent } from './registry'
import type { AnyRecord, AnySpec } from './resource'

interface DeleteDialogProps {
  spec: AnySpec
  record: AnyRecord
  onClose: () => void
  onDeleted: () => void
}

/** Confirms the deletion of a record, and shows which records still refer to one that cannot be deleted. */
export default function DeleteDialog({ spec, record, onClose, onDeleted }: DeleteDialogProps) {
  const format = useFormat()
  const { t, language } = format
  const notify = useNotify()
  const [remove, { isPending }] = useDelete<AnyRecord>()
  const [refused, setRefusal] = useState<unknown>(null)
  const impact = useDeletionPreview(spec.name, [record.id])
  const previewedProblem = impact.data?.refused[0]?.problem
  const name = represent(spec.name, record, language)
  const { blockers } = problemOf(refused)
  const isRefused = refused !== null || previewedProblem !== undefined
  const isRestorable = RESTORABLE_RESOURCES.includes(spec.name)
  const confirm = () => {
    setRefusal(null)
    void remove(
      spec.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify('ra.notification.deleted', {
            type: 'info',
            messageArgs: { smart_count: 1 },
            ...(isRestorable && undoOffer(spec.name, record.id)),
          })
          onDeleted()
        },
        onError: setRefusal,
      },
    )
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="delete-title">
      <DialogTitle id="delete-title">{t('app.delete.title', { name })}</DialogTitle>
      <DialogContent>
        {isRefused ? (
          <Alert severity="error">
            {refused !== null ? (
              <>
                {problemText(refused, format)}
                {blockers && <Blockers blockers={blockers} />}
              </>
            ) : (
              previewedProblem && <RowProblemText resource={spec.name} problem={previewedProblem} />
            )}
          </Alert>
        ) : (
          <Typography color="text.secondary">
            {t(isRestorable ? 'app.delete.restorable' : 'ra.message.delete_content', {
              name: resourceNoun(t, spec.name, 1),
            })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t(isRefused ? 'ra.action.close' : 'ra.action.cancel')}</Button>
        {!isRefused && (
          <Button variant="contained" color="error" loading={isPending || impact.isLoading} onClick={confirm}>
            {t('ra.action.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
