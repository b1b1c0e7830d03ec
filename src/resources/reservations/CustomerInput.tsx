import { useFormContext, useWatch } from 'react-hook-form'
import type { Customer } from '../../../contract/entities/customer'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { RecordPicker } from '../builder/form/RecordPicker'
import { fullName } from '../builder/text'

/** Finds a customer by name, phone or e-mail and takes what is known of them into the form, where it is still empty. */
export function CustomerInput() {
  const { t } = useFormat()
  const { setValue, getValues } = useFormContext()
  const id: unknown = useWatch({ name: 'customer_id' })
  const allowed = useMay('list', 'customers')
  if (!allowed) return null
  const take = (customer: Customer | undefined) => {
    setValue('customer_id', customer?.id ?? null, { shouldDirty: true })
    if (!customer) return
    const known = {
      lead_name: fullName(customer.first_name, customer.last_name) || customer.company_name,
      lead_phone: customer.phone,
      lead_email: customer.email,
    }
    for (const [name, value] of Object.entries(known))
      if (value && !getValues(name)) setValue(name, value, { shouldDirty: true, shouldValidate: true })
    setValue('locale', customer.locale, { shouldDirty: true })
  }
  return (
    <RecordPicker
      resource="customers"
      ids={typeof id === 'string' ? [id] : []}
      onPick={(_ids, records) => take(records[0] as unknown as Customer | undefined)}
      box={{
        label: t('resources.reservations.fields.customer_id'),
        name: 'customer_id',
        helperText: t('app.reservation.customerHint'),
      }}
    />
  )
}
