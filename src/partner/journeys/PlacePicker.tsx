import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StationBox } from '../../ui/StationBox'
import { useFormat } from '../../ui/useFormat'
import type { StationOption } from '../../ui/useStationBox'
import type { Partner } from '../../providers/auth/partnerSession'
import { readPlaces } from './journeyCalls'

interface PlacePickerProps {
  partner: Partner
  label: string
  /** Code of the station; '' for none. */
  value: string
  /** Code of the origin, to choose a destination; '' lists origins. */
  origin: string
  disabled?: boolean
  onChange: (code: string) => void
}

/** Selects a station by name or code among those that the partner may sell. */
export function PlacePicker({ partner, label, value, origin, disabled = false, onChange }: PlacePickerProps) {
  const { language } = useFormat()
  const [picked, setPicked] = useState<readonly StationOption[]>([])
  const key = ['partner', partner.id, 'places', language, origin]
  // The station in the address is looked up by its code, because the first results may not include it.
  const { data: named = [] } = useQuery({
    queryKey: [...key, value],
    queryFn: () => readPlaces({ origin, q: value }),
    enabled: !disabled && value !== '',
  })
  return (
    <StationBox
      source={{ key, read: (q, signal) => readPlaces({ origin, q }, signal) }}
      chosen={[...picked, ...named].filter(({ code }) => code === value).slice(0, 1)}
      onPick={(places) => {
        setPicked(places)
        onChange(places[0]?.code ?? '')
      }}
      box={{ label }}
      disabled={disabled}
    />
  )
}
