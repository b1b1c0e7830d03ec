import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FILTER_DEBOUNCE_MS, SEARCH_MAX_CHARS } from '../../../contract/core/limits'
import type { PartnerPlace } from '../../../contract/partner/places'
import { inLanguage } from '../../../contract/core/scalars'
import { useDebounced } from '../../ui/useDebounced'
import { useFormat } from '../../ui/useFormat'
import type { Partner } from '../../providers/auth/partnerIdentity'
import { readPlaces } from './journeyCalls'
import { SecondaryText } from '../../ui/SecondaryText'

interface PlacePickerProps {
  partner: Partner
  label: string
  /** Code of the station; '' = none. */
  value: string
  /** Code of the station that one sets out from, to choose where to; '' tells where one may set out from. */
  origin: string
  disabled?: boolean
  onChange: (code: string) => void
}

/** Chooses a station by name or code among those that the partner may sell. */
export function PlacePicker({ partner, label, value, origin, disabled = false, onChange }: PlacePickerProps) {
  const { t, language } = useFormat()
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed, FILTER_DEBOUNCE_MS)
  const places = (q: string) => ({
    queryKey: ['partner', partner.id, 'places', origin, q],
    queryFn: () => readPlaces({ origin, q }),
    enabled: !disabled,
  })
  const { data = [], isFetching } = useQuery({ ...places(words), placeholderData: keepPreviousData })
  // What the address names is told by its own name, wherever it stands in the list.
  const { data: named = [] } = useQuery({ ...places(value), enabled: !disabled && value !== '' })
  const nameOf = ({ name }: PartnerPlace) => inLanguage(name, language)
  const chosen = [...data, ...named].find(({ code }) => code === value) ?? null
  return (
    <Autocomplete<PartnerPlace>
      options={data}
      value={chosen}
      disabled={disabled}
      loading={isFetching}
      loadingText={t('app.portal.search.looking')}
      noOptionsText={t('app.portal.search.noPlace')}
      filterOptions={(all) => all}
      isOptionEqualToValue={(one, other) => one.code === other.code}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      onChange={(_, place) => onChange(place?.code ?? '')}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      renderOption={({ key, ...props }, place) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ flex: 1 }}>{nameOf(place)}</Box>
          <SecondaryText component="bdi" size="caption">
            {place.code}
          </SecondaryText>
        </Box>
      )}
      renderInput={({ inputProps, ...props }) => (
        <TextField
          {...props}
          label={label}
          inputProps={{ ...inputProps, autoComplete: 'off', maxLength: SEARCH_MAX_CHARS }}
        />
      )}
    />
  )
}
