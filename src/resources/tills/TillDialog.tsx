import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { CODE_MAX_CHARS } from '../../../contract/core/limits/texts'
import { TILL_NAME_MAX_CHARS } from '../../../contract/core/limits/money'
import { ACTIVE_STATUSES } from '../../../contract/core/vocabulary'
import type { Till } from '../../../contract/entities/till'
import { StationPicker } from '../../kit/form/StationPicker'
import { useCompany } from '../../providers/data/useCompany'
import { call } from '../../providers/http/call'
import { messageOf } from '../../ui/fieldTexts'
import { SelectBox } from '../../ui/SelectBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useOnce } from '../../ui/useOnce'

interface TillDialogProps {
  /** Null to create one. */
  till: Till | null
  onDone: () => unknown
  onClose: () => void
}

/** Creates a till, or changes name and location of one. */
export function TillDialog({ till, onDone, onClose }: TillDialogProps) {
  const { t } = useFormat()
  const currency = useCompany()?.currency
  const once = useOnce()
  const [name, setName] = useState(till?.name ?? '')
  const [code, setCode] = useState(till?.code ?? '')
  const [stationId, setStationId] = useState(till?.station_id ?? null)
  const [status, setStatus] = useState(till?.status ?? 'active')
  const label = (field: string) => t(`resources.tills.fields.${field}`)
  return (
    <TaskDialog
      title={till ? t('app.tills.editTitle', { name: till.name }) : t('app.tills.add')}
      action={t('ra.action.save')}
      ready={name.trim() !== '' && code.trim() !== '' && currency !== undefined}
      onConfirm={async () => {
        const body = { name: name.trim(), code: code.trim().toUpperCase(), station_id: stationId, status }
        if (till) await call('PATCH /tills/:id', { params: { id: till.id }, body, ifMatch: till.version })
        else {
          const whole = { ...body, currency: currency ?? '' }
          await once(whole, (key) => call('POST /tills', { body: whole, once: key }))
        }
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => {
        const fault = (field: string) => ({
          error: errors[field] !== undefined,
          helperText: messageOf(errors[field]),
        })
        return (
          <>
            <TextField
              autoFocus
              required
              label={label('name')}
              value={name}
              onChange={({ target }) => setName(target.value)}
              {...fault('name')}
              slotProps={{ htmlInput: { maxLength: TILL_NAME_MAX_CHARS, dir: 'auto' }, inputLabel: { shrink: true } }}
            />
            <TextField
              required
              label={label('code')}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              {...fault('code')}
              slotProps={{
                htmlInput: { maxLength: CODE_MAX_CHARS, dir: 'ltr', style: { textTransform: 'uppercase' } },
                inputLabel: { shrink: true },
              }}
            />
            <StationPicker
              ids={stationId === null ? [] : [stationId]}
              onPick={([id]) => setStationId(id ?? null)}
              box={{ label: label('station_id'), ...fault('station_id') }}
            />
            {till && (
              <SelectBox
                label={label('status')}
                value={status}
                options={ACTIVE_STATUSES}
                labelOf={(one) => t(`choices.activeStatuses.${one}`)}
                onChange={setStatus}
                {...fault('status')}
              />
            )}
          </>
        )
      }}
    </TaskDialog>
  )
}
