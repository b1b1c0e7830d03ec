import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Customer } from '../../../../contract/entities/customer'
import type { Reservation } from '../../../../contract/entities/reservation'
import { Muted } from '../../../ui/Muted'
import { useFormat } from '../../../ui/useFormat'
import { phoneFault, useCompanyPhones } from '../../../ui/usePhones'
import { Card } from '../../../kit/RecordSections'
import { CallerBox } from './CallerBox'
import { callerOf, phoneOf, type Caller } from './deskTypes'
import { RecentTrips } from './RecentTrips'
import { FormColumns } from '../../../ui/Column'

interface CallerCardProps {
  caller: Caller
  onChange: (caller: Caller) => void
  missing: string | null
  /** The customer that the page was opened for. */
  start: Customer | null
  onRepeat?: ((trip: Reservation) => void) | undefined
  /** Called on Enter in the name box. */
  onNext: () => void
  autoFocus?: boolean
  children?: ReactNode
}

/** The caller: found by phone or name, or entered as a new one. */
export function CallerCard({
  caller,
  onChange,
  missing,
  start,
  onRepeat,
  onNext,
  autoFocus = true,
  children,
}: CallerCardProps) {
  const { t } = useFormat()
  const [known, setKnown] = useState(start)
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const label = (field: string) => t(`resources.reservations.fields.${field}`)
  useEffect(() => {
    if (missing === 'name') name.current?.focus()
    if (missing === 'phone') phone.current?.focus()
  }, [missing])
  const take = (customer: Customer) => {
    setKnown(customer)
    onChange(callerOf(customer, caller))
  }
  const change = (part: Partial<Caller>) => onChange({ ...caller, ...part })
  /** Typing another number or name detaches the known customer. */
  const another = (part: Partial<Caller>) => {
    setKnown(null)
    change({ ...part, customerId: null })
  }
  const phones = useCompanyPhones()
  const [left, setLeft] = useState(false)
  const number = phoneOf(caller, phones.parse)
  const isNoPhone = left && caller.phone.trim() !== '' && number === null
  /** The number is validated when the box loses focus, and then written in international form. */
  const leavePhone = () => {
    setLeft(true)
    if (number !== null && caller.customerId === null) change({ phone: phones.write(number) })
  }
  return (
    <Card title={t('app.desk.caller')}>
      <FormColumns>
        <CallerBox
          phone
          autoFocus={autoFocus}
          label={label('lead_phone')}
          value={caller.phone}
          inputRef={phone}
          onType={(text) => {
            setLeft(false)
            another({ phone: text })
          }}
          onLeave={leavePhone}
          onPick={take}
          onNext={() => name.current?.focus()}
          // A name that is typed before the search ends belongs to another caller.
          onFound={(customer) => caller.name.trim() === '' && take(customer)}
          error={missing === 'phone' || isNoPhone ? phoneFault(t, phones) : undefined}
        />
        <CallerBox
          label={label('lead_name')}
          value={caller.name}
          inputRef={name}
          onType={(text) => another({ name: text })}
          onPick={take}
          onNext={onNext}
          error={missing === 'name' ? t('app.desk.nameNeeded') : undefined}
        />
      </FormColumns>
      <Box role="status" sx={{ minHeight: 20, mt: 2 }}>
        {caller.customerId !== null && <Muted>{t('app.caller.linked')}</Muted>}
      </Box>
      {children}
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
