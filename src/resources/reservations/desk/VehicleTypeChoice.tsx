import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import { useGetList } from 'react-admin'
import type { VehicleType } from '../../../../contract/entities/vehicle-type'
import { useFormat } from '../../../ui/useFormat'
import { textIn } from '../../../kit/text'

const TYPES = 100

interface VehicleTypeChoiceProps {
  passengers: number
  luggage: number
  value: string | null
  onChange: (id: string) => void
}

/** The vehicle types with whether the party and its luggage fit, the smallest that does first. */
export function VehicleTypeChoice({ passengers, luggage, value, onChange }: VehicleTypeChoiceProps) {
  const { t, language } = useFormat()
  const { data } = useGetList<VehicleType>('vehicle-types', {
    pagination: { page: 1, perPage: TYPES },
    sort: { field: 'seats', order: 'ASC' },
    filter: { status: 'active' },
  })
  const label = t('resources.reservations.fields.hire_vehicle_type_id')
  if (!data) return <Skeleton variant="rounded" height={120} />
  const fits = ({ seats, luggage_units }: VehicleType) => seats >= passengers && luggage_units >= luggage
  const sorted = [...data].sort((a, b) => Number(fits(b)) - Number(fits(a)) || a.seats - b.seats)
  return (
    <RadioGroup aria-label={label} value={value ?? ''} onChange={(_event, id) => onChange(id)}>
      {sorted.map((type) => (
        <FormControlLabel
          key={type.id}
          value={type.id}
          control={<Radio size="small" />}
          disabled={!fits(type) && type.id !== value}
          sx={{ mx: 0, minHeight: 36, '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 } }}
          label={
            <Box sx={{ display: 'flex', gap: 3, fontSize: 'body2.fontSize', flexWrap: 'wrap' }}>
              <span>{textIn(type.name, language)}</span>
              <Box component="span" sx={{ color: fits(type) ? 'text.secondary' : 'warning.main' }}>
                {t('app.reservation.seats', { smart_count: type.seats })}
                {!fits(type) && ` · ${t('app.desk.tooSmall')}`}
              </Box>
            </Box>
          }
        />
      ))}
    </RadioGroup>
  )
}
