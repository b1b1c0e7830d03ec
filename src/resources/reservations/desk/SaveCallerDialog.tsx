import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useCreate } from 'react-admin'
import type { Customer, CustomerCreate } from '../../../../contract/entities/customer'
import { CUSTOMER_KINDS } from '../../../../contract/core/vocabulary'
import { messageOf } from '../../../ui/fieldTexts'
import { PhoneBox } from '../../../ui/PhoneBox'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useCompanyPhones, type Phones } from '../../../ui/usePhones'
import { choiceKey } from '../../../kit/vocabularies'
import { splitName, type Caller } from './deskTypes'
import { SelectBox } from '../../../ui/SelectBox'

export interface SaveCallerDialogProps {
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

function customerOf(draft: Draft, locale: Caller['locale'], phones: Phones): CustomerCreate {
  const typed = BOXES[draft.kind].map((name): [Box, string | null] => [
    name,
    name === 'phone' ? phones.orTyped(draft.phone) : draft[name].trim() || null,
  ])
  return { kind: draft.kind, locale, ...Object.fromEntries(typed) }
}

/** Creates a customer from the caller, after the name is split into its fields. */
export function SaveCallerDialog({ caller, onSaved, onClose }: SaveCallerDialogProps) {
  const { t } = useFormat()
  const [create] = useCreate<Customer>()
  const phones = useCompanyPhones()
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
        const saved = await create(
          'customers',
          { data: customerOf(draft, caller.locale, phones) },
          { returnPromise: true },
        )
        if (saved) onSaved(saved)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectBox
            label={label('kind')}
            value={draft.kind}
            onChange={(next) => setDraft({ ...draft, kind: next })}
            options={CUSTOMER_KINDS}
            labelOf={(kind) => t(choiceKey('customerKinds', kind))}
          />
          {BOXES[draft.kind].map((name) => {
            const box = {
              label: label(name),
              value: draft[name],
              error: errors[name] !== undefined,
              helperText: messageOf(errors[name]),
            }
            const type = (text: string) => setDraft({ ...draft, [name]: text })
            return name === 'phone' ? (
              <PhoneBox key={name} {...box} phones={phones} onType={type} />
            ) : (
              <TextField
                key={name}
                {...box}
                required={name === NAMES[draft.kind]}
                autoFocus={name === NAMES.person}
                onChange={(event) => type(event.target.value)}
                slotProps={{
                  // Email addresses are written left to right in every language.
                  htmlInput: { autoComplete: 'off', ...(name === 'email' ? { dir: 'ltr' } : {}) },
                  inputLabel: { shrink: true },
                }}
              />
            )
          })}
        </>
      )}
    </TaskDialog>
  )
}
