import TextField from '@mui/material/TextField'
import { useFormat } from '../../../ui/useFormat'
import { StationPicker } from '../../../kit/form/StationPicker'
import { FormColumns } from '../../../ui/Column'

/** A station, or an address as text; the station has precedence over the address. */
export interface HirePlaceDraft {
  stationId: string | null
  address: string
}

export const NO_PLACE: HirePlaceDraft = { stationId: null, address: '' }

export const isPlace = ({ stationId, address }: HirePlaceDraft): boolean => stationId !== null || address.trim() !== ''

export const placeOf = ({ stationId, address }: HirePlaceDraft) => ({
  station_id: stationId,
  address: stationId === null ? address.trim() : null,
})

interface HirePlaceBoxProps {
  /** What happens at the place; prefix of the labels of both boxes. */
  title: string
  place: HirePlaceDraft
  onChange: (place: HirePlaceDraft) => void
}

export function HirePlaceBox({ title, place, onChange }: HirePlaceBoxProps) {
  const { t } = useFormat()
  const label = (field: string) => `${title}: ${t(`resources.reservations.fields.hire_pickup_${field}`)}`
  return (
    <FormColumns>
      <StationPicker
        platforms="fold"
        status="active"
        ids={place.stationId ? [place.stationId] : []}
        onPick={([id]) => onChange({ ...place, stationId: id ?? null })}
        box={{ label: label('station_id') }}
      />
      <TextField
        label={label('address')}
        value={place.address}
        disabled={place.stationId !== null}
        onChange={(event) => onChange({ ...place, address: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' }, inputLabel: { shrink: true } }}
      />
    </FormColumns>
  )
}
