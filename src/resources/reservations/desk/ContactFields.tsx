import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import type { Customer } from '../../../../contract/entities/customer'
import { LANGUAGES } from '../../../../contract/core/languages'
import { useMay } from '../../../providers/auth/useSession'
import { lazyModule } from '../../../providers/lazyModule'
import { whenIdle } from '../../../providers/whenIdle'
import { FormColumns } from '../../../ui/Column'
import { onDemand } from '../../../ui/onDemand'
import { SelectBox } from '../../../ui/SelectBox'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import { callerOf, nameOfCustomer, type Caller } from './deskTypes'
import type { SaveCallerDialogProps } from './SaveCallerDialog'

const DIALOG = lazyModule(async () => ({ default: (await import('./SaveCallerDialog')).SaveCallerDialog }))
const SaveCallerDialog = onDemand<SaveCallerDialogProps>(DIALOG)

interface ContactFieldsProps {
  caller: Caller
  onChange: (caller: Caller) => void
  missing: string | null
}

/** Email address and language of the tickets, and the dialog that saves the caller as a customer. */
export function ContactFields({ caller, onChange, missing }: ContactFieldsProps) {
  const { t } = useFormat()
  const label = (field: string) => t(`resources.reservations.fields.${field}`)
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (missing === 'email') email.current?.focus()
  }, [missing])
  useEffect(() => whenIdle(() => void DIALOG.fetch()), [])
  const mayCreate = useMay('create', 'customers')
  const [saving, setSaving] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  // Focus the email box after saving, because the button that opened the dialog is unmounted.
  useEffect(() => {
    if (savedId !== null) email.current?.focus()
  }, [savedId])
  /** A caller who books for a company keeps their own name on the reservation. */
  const takeSaved = (customer: Customer) => {
    const name = (customer.kind === 'company' && caller.name.trim()) || nameOfCustomer(customer)
    onChange({ ...callerOf(customer, caller), name })
    setSavedId(customer.id)
    setSaving(false)
  }
  return (
    <>
      <FormColumns>
        <TextField
          type="email"
          label={label('lead_email')}
          value={caller.email}
          onChange={(event) => onChange({ ...caller, email: event.target.value })}
          inputRef={email}
          error={missing === 'email'}
          helperText={missing === 'email' ? t('app.desk.emailForm') : undefined}
          slotProps={{ htmlInput: { dir: 'ltr', maxLength: 254, autoComplete: 'off' } }}
        />
        <SelectBox
          label={label('locale')}
          value={caller.locale}
          onChange={(locale) => onChange({ ...caller, locale })}
          options={LANGUAGES}
          labelOf={(language) => t(choiceKey('languages', language))}
        />
      </FormColumns>
      {mayCreate && caller.customerId === null && (
        <Box sx={{ mt: 2 }}>
          <Button
            disabled={!caller.name.trim() && !caller.phone.trim()}
            onClick={() => setSaving(true)}
            sx={{ marginInlineStart: -3 }}
          >
            {t('app.caller.save')}
          </Button>
        </Box>
      )}
      {saving && <SaveCallerDialog caller={caller} onSaved={takeSaved} onClose={() => setSaving(false)} />}
    </>
  )
}
