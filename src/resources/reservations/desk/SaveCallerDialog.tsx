import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useCreate } from 'react-admin'
import type { Customer, CustomerCreate } from '../../../../contract/entities/customer'
import { CUSTOMER_KINDS } from '../../../../contract/core/vocabulary'
import { messageOf } from '../../../ui/fieldTexts'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import { phoneOrTyped, splitName, type Caller } from './deskTypes'

interface SaveCallerDialogProps {
  caller: Caller
  onSaved: (customer: Customer) => void
  onClose: () => void
}

type Box = 'first_name' | 'last_name' | 'company_name' | 'phone' | 'email'
type Draft = Record<Box, string> & { kind: Customer['kind'] }

const BOXES: Record<Customer['kind'], readonly Box[]> = {
  person: ['first_name', 'last_name', 'phone', 'email'],
  company: ['company_name', 'phone', 'email'],
}
const NAMES = { person: 'last_name', company: 'company_name' } as const
/** Numbers and addresses are written from left to right in every language. */
const LEFT_TO_RIGHT: readonly Box[] = ['phone', 'email']

function customerOf(draft: Draft, locale: Caller['locale']): CustomerCreate {
  const typed = BOXES[draft.kind].map((name): [Box, string | null] => [
    name,
    name === 'phone' ? phoneOrTyped(draft.phone) : draft[name].trim() || null,
  ])
  return { kind: draft.kind, locale, ...Object.fromEntries(typed) }
}

/** Makes a customer of the caller, once their name stands where it belongs. */
export function SaveCallerDialog({ caller, onSaved, onClose }: SaveCallerDialogProps) {
  const { t } = useFormat()
  const [create] = useCreate<Customer>()
  const [draft, setDraft] = useState<Draft>(() => ({
    kind: 'person',
    ...splitName(caller.name),
    company_name: caller.name.trim(),
    phone: caller.phone.trim(),
    email: caller.email.trim(),
  }))
  const label = (field: string) => t(`resources.customers.fields.${field}`)
  return (
    <TaskDialog
      title={t('app.caller.save')}
      text={t('app.caller.saveText')}
      action={t('ra.action.save')}
      ready={draft[NAMES[draft.kind]].trim() !== ''}
      onConfirm={async () => {
        const saved = await create('customers', { data: customerOf(draft, caller.locale) }, { returnPromise: true })
        if (saved) onSaved(saved)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            select
            label={label('kind')}
            value={draft.kind}
            onChange={(event) => setDraft({ ...draft, kind: event.target.value as Draft['kind'] })}
          >
            {CUSTOMER_KINDS.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {t(choiceKey('customerKinds', kind))}
              </MenuItem>
            ))}
          </TextField>
          {BOXES[draft.kind].map((name) => (
            <TextField
              key={name}
              label={label(name)}
              value={draft[name]}
              required={name === NAMES[draft.kind]}
              autoFocus={name === NAMES.person}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              error={errors[name] !== undefined}
              helperText={messageOf(errors[name])}
              slotProps={{
                htmlInput: { autoComplete: 'off', ...(LEFT_TO_RIGHT.includes(name) ? { dir: 'ltr' } : {}) },
                inputLabel: { shrink: true },
              }}
            />
          ))}
        </>
      )}
    </TaskDialog>
  )
}
