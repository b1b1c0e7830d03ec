import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { SavedView } from '../../../contract/operations/saved-views'
import { ROLES, VIEW_AUDIENCES } from '../../../contract/core/vocabulary'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import type { ViewValues } from './useViews'
import { SelectBox } from '../../ui/SelectBox'

const NAME_MAX_CHARS = 60

interface ViewDialogProps {
  /** Null for a new view. */
  view: SavedView | null
  mayShare: boolean
  onSave: (values: Pick<ViewValues, 'name' | 'audience' | 'role' | 'is_default'>) => Promise<void>
  onForget: (view: SavedView) => Promise<void>
  onClose: () => void
}

const FIELDS = ['name']

/** Edits the name of a view, who sees it, and whether the list opens with it. */
export function ViewDialog({ view, mayShare, onSave, onForget, onClose }: ViewDialogProps) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState(view?.audience ?? 'me')
  const [role, setRole] = useState(view?.role ?? 'agent')
  const [isDefault, setDefault] = useState(view?.is_default ?? false)
  return (
    <TaskDialog
      title={view ? t('app.view.edit', { name: view.name }) : t('app.view.saveTitle')}
      {...(!view && { text: t('app.view.saveText') })}
      action={t('ra.action.save')}
      ready={name.trim() !== ''}
      fields={FIELDS}
      onConfirm={() =>
        onSave({ name: name.trim(), audience, role: audience === 'role' ? role : null, is_default: isDefault })
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            autoFocus
            label={t('app.view.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors['name'] !== undefined}
            helperText={typeof errors['name'] === 'string' ? errors['name'] : undefined}
            slotProps={{ htmlInput: { maxLength: NAME_MAX_CHARS, dir: 'auto' }, formHelperText: { role: 'alert' } }}
          />
          {mayShare && (
            <SelectBox
              label={t('app.view.audience')}
              value={audience}
              onChange={setAudience}
              options={VIEW_AUDIENCES}
              labelOf={(choice) => t(`choices.viewAudiences.${choice}`)}
            />
          )}
          {mayShare && audience === 'role' && (
            <SelectBox
              label={t('app.view.role')}
              value={role}
              onChange={setRole}
              options={ROLES}
              labelOf={(choice) => t(`choices.roles.${choice}`)}
            />
          )}
          <FormControlLabel
            control={
              <Checkbox size="small" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
            }
            label={t('app.view.isDefault')}
          />
          {view && (
            <Button
              color="error"
              sx={{ justifySelf: 'start' }}
              onClick={() => {
                onForget(view).catch((refusal: unknown) => notify(problemText(refusal, format), { type: 'error' }))
              }}
            >
              {t('app.view.delete')}
            </Button>
          )}
        </>
      )}
    </TaskDialog>
  )
}
