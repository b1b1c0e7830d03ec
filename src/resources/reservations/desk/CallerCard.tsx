import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import type { Customer } from '../../../../contract/entities/customer'
import type { Reservation } from '../../../../contract/entities/reservation'
import { LANGUAGES } from '../../../../contract/core/vocabulary'
import { useMay } from '../../../providers/auth/useSession'
import { Muted } from '../../../ui/Muted'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { choiceKey } from '../../../kit/vocabularies'
import { CallerBox, nameOfCustomer } from './CallerBox'
import type { Caller } from './deskTypes'
import { RecentTrips } from './RecentTrips'
import { SaveCallerDialog } from './SaveCallerDialog'

interface CallerCardProps {
  caller: Caller
  onChange: (caller: Caller) => void
  missing: string | null
  onRepeat?: (trip: Reservation) => void
}

/** Who calls: found by phone or name, or somebody new. */
export function CallerCard({ caller, onChange, missing, onRepeat }: CallerCardProps) {
  const { t } = useFormat()
  const [known, setKnown] = useState<Customer | null>(null)
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const label = (field: string) => t(`resources.reservations.fields.${field}`)
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (missing === 'email') email.current?.focus()
    if (missing === 'name') name.current?.focus()
    if (missing === 'phone') phone.current?.focus()
  }, [missing])
  const mayCreate = useMay('create', 'customers')
  const [saving, setSaving] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  // The button that opened the dialog is gone by then.
  useEffect(() => {
    if (savedId !== null) email.current?.focus()
  }, [savedId])
  const take = (customer: Customer, name = nameOfCustomer(customer)) => {
    setKnown(customer)
    onChange({
      customerId: customer.id,
      name,
      phone: customer.phone ?? caller.phone,
      email: customer.email ?? caller.email,
      locale: customer.locale,
    })
  }
  /** Whoever books for a company keeps their own name on the reservation. */
  const takeSaved = (customer: Customer) => {
    take(customer, (customer.kind === 'company' && caller.name.trim()) || nameOfCustomer(customer))
    setSavedId(customer.id)
    setSaving(false)
  }
  const change = (part: Partial<Caller>) => onChange({ ...caller, ...part })
  /** Another number or name is another caller; an e-mail or a language may be corrected. */
  const another = (part: Partial<Caller>) => {
    setKnown(null)
    change({ ...part, customerId: null })
  }
  return (
    <Card title={t('app.desk.caller')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
        <CallerBox
          phone
          autoFocus
          label={label('lead_phone')}
          value={caller.phone}
          inputRef={phone}
          onType={(text) => another({ phone: text })}
          onPick={(customer) => take(customer)}
          error={missing === 'phone' ? t('app.desk.phoneForm') : undefined}
        />
        <CallerBox
          label={label('lead_name')}
          value={caller.name}
          inputRef={name}
          onType={(text) => another({ name: text })}
          onPick={(customer) => take(customer)}
          error={missing === 'name' ? t('app.desk.nameNeeded') : undefined}
        />
        <TextField
          type="email"
          label={label('lead_email')}
          value={caller.email}
          onChange={(event) => change({ email: event.target.value })}
          inputRef={email}
          error={missing === 'email'}
          helperText={missing === 'email' ? t('app.desk.emailForm') : undefined}
          slotProps={{ htmlInput: { dir: 'ltr', maxLength: 254, autoComplete: 'off' } }}
        />
        <TextField
          select
          label={label('locale')}
          value={caller.locale}
          onChange={(event) => change({ locale: event.target.value as Caller['locale'] })}
        >
          {LANGUAGES.map((language) => (
            <MenuItem key={language} value={language}>
              {t(choiceKey('languages', language))}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36, mt: 2 }}>
        {mayCreate && caller.customerId === null && (
          <Button
            disabled={!caller.name.trim() && !caller.phone.trim()}
            onClick={() => setSaving(true)}
            sx={{ marginInlineStart: -3 }}
          >
            {t('app.caller.save')}
          </Button>
        )}
        <Box role="status">{caller.customerId !== null && <Muted>{t('app.caller.linked')}</Muted>}</Box>
      </Box>
      {saving && <SaveCallerDialog caller={caller} onSaved={takeSaved} onClose={() => setSaving(false)} />}
      {known?.is_blocked && (
        <Alert severity="warning" sx={{ mt: 4 }}>
          {t('app.desk.blocked', { reason: known.blocked_reason ?? '' })}
        </Alert>
      )}
      {known && onRepeat && (
        <Box sx={{ mt: 4 }}>
          <RecentTrips customerId={known.id} onRepeat={onRepeat} />
        </Box>
      )}
    </Card>
  )
}
