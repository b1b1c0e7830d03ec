import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import type { ProblemBody } from '../../providers/http/problem'
import { PASSENGER_CATEGORIES } from '../../../contract/core/vocabulary'
import { FormColumns } from '../../ui/Column'
import { PhoneBox } from '../../ui/PhoneBox'
import { useFormat } from '../../ui/useFormat'
import type { Phones } from '../../ui/usePhones'
import { SelectBox } from '../../ui/SelectBox'

type Category = (typeof PASSENGER_CATEGORIES)[number]

/** Passengers and contact, as typed. */
export interface Party {
  reference: string
  lead: string
  phone: string
  email: string
  notes: string
  promo: string
  passengers: { category: Category; name: string }[]
}

const PASSENGERS_MAX = 60
const ADULT = { category: 'adult', name: '' } as const

export const emptyParty = (passengers: number): Party => ({
  reference: '',
  lead: '',
  phone: '',
  email: '',
  notes: '',
  promo: '',
  passengers: Array.from({ length: passengers }, () => ADULT),
})

/** Fields of a party, with their names in the API and their maximum lengths. */
const FIELDS = [
  ['reference', 'partner_reference', 64],
  ['lead', 'lead_name', 120],
  ['phone', 'lead_phone', 40],
  ['email', 'lead_email', 254],
  ['promo', 'promo_code', 32],
  ['notes', 'customer_notes', 5000],
] as const

interface PartyFormProps {
  party: Party
  onChange: (party: Party) => void
  /** Field errors from the server. */
  errors: NonNullable<ProblemBody['errors']>
  phones: Phones
}

/** Fields for the partner's reference, the lead passenger, contact and passengers. */
export function PartyForm({ party, onChange, errors, phones }: PartyFormProps) {
  const { t } = useFormat()
  const change = (index: number, to: Partial<Party['passengers'][number]>) =>
    onChange({
      ...party,
      passengers: party.passengers.map((passenger, at) => (at === index ? { ...passenger, ...to } : passenger)),
    })
  return (
    <>
      <FormColumns>
        {FIELDS.map(([field, name, maxLength]) => {
          const box = {
            label: t(`app.portal.booking.${field}`),
            value: party[field],
            error: errors[name] !== undefined,
            helperText: typeof errors[name] === 'string' ? errors[name] : undefined,
          }
          const type = (text: string) => onChange({ ...party, [field]: text })
          return field === 'phone' ? (
            <PhoneBox key={field} {...box} phones={phones} onType={type} />
          ) : (
            <TextField
              key={field}
              {...box}
              required={field === 'reference' || field === 'lead'}
              onChange={(event) => type(event.target.value)}
              slotProps={{ htmlInput: { maxLength, autoComplete: 'off' } }}
            />
          )
        })}
      </FormColumns>
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 2 }}>
        <Box component="legend" sx={{ p: 0, mb: 2, fontSize: 'body2.fontSize', fontWeight: 550 }}>
          {t('app.portal.trip.passengers')}
        </Box>
        {party.passengers.map(({ category, name }, index) => (
          <Box key={index} sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 34px' }}>
            <SelectBox
              value={category}
              onChange={(next) => change(index, { category: next })}
              slotProps={{
                select: {
                  SelectDisplayProps: { 'aria-label': t('app.portal.booking.category', { number: index + 1 }) },
                },
              }}
              options={PASSENGER_CATEGORIES}
              labelOf={(choice) => t(`choices.passengerCategories.${choice}`)}
            />
            <TextField
              placeholder={t('app.portal.booking.name')}
              value={name}
              onChange={(event) => change(index, { name: event.target.value })}
              slotProps={{
                htmlInput: { maxLength: 120, 'aria-label': t('app.portal.booking.nameOf', { number: index + 1 }) },
              }}
            />
            <IconButton
              aria-label={t('app.portal.booking.remove', { number: index + 1 })}
              disabled={party.passengers.length === 1}
              onClick={() => onChange({ ...party, passengers: party.passengers.filter((_, at) => at !== index) })}
            >
              <CloseIcon fontSize="menu" />
            </IconButton>
          </Box>
        ))}
        <Button
          startIcon={<AddIcon />}
          disabled={party.passengers.length >= PASSENGERS_MAX}
          onClick={() => onChange({ ...party, passengers: [...party.passengers, ADULT] })}
          sx={{ justifySelf: 'start' }}
        >
          {t('app.portal.booking.add')}
        </Button>
      </Box>
    </>
  )
}
