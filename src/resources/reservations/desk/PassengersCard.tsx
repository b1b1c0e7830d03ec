import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { PASSENGER_NEEDS } from '../../../../contract/core/vocabulary'
import { listed } from '../../../providers/format/intl'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { choiceKey } from '../../../kit/vocabularies'
import { NOBODY, slotsOf, type Counts, type Traveller, type Travellers } from './deskTypes'

interface PassengersCardProps {
  counts: Counts
  travellers: Travellers
  /** Shown in the first box until another name is entered. */
  leadName: string
  onChange: (key: string, traveller: Traveller) => void
}

/** Names and needs of the passengers; both may be incomplete. */
export function PassengersCard({ counts, travellers, leadName, onChange }: PassengersCardProps) {
  const { t } = useFormat()
  const places = slotsOf(counts)
  if (places.length === 0) return null
  return (
    <Card title={t('app.desk.names')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 4 }}>
        {places.map(({ key, category }, index) => {
          const traveller = travellers[key] ?? NOBODY
          return (
            <Box key={key} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', gap: 2 }}>
              <TextField
                label={`${index + 1}. ${t(choiceKey('passengerCategories', category))}`}
                value={traveller.name}
                placeholder={index === 0 ? leadName : ''}
                onChange={(event) => onChange(key, { ...traveller, name: event.target.value })}
                slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' }, inputLabel: { shrink: true } }}
              />
              <NeedsBox
                label={`${index + 1}. ${t('resources.reservations.fields.passengers_needs')}`}
                needs={traveller.needs}
                onChange={(needs) => onChange(key, { ...traveller, needs })}
              />
            </Box>
          )
        })}
      </Box>
    </Card>
  )
}

interface NeedsBoxProps {
  label: string
  needs: Traveller['needs']
  onChange: (needs: Traveller['needs']) => void
}

/** Needs of a passenger: any number of them, always in the order of the list. */
function NeedsBox({ label, needs, onChange }: NeedsBoxProps) {
  const { t, locale } = useFormat()
  return (
    <TextField
      select
      label={label}
      value={needs}
      onChange={(event) => onChange(PASSENGER_NEEDS.filter((need) => event.target.value.includes(need)))}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: () =>
            listed(
              needs.map((need) => t(choiceKey('passengerNeeds', need))),
              locale,
            ) || '–',
        },
      }}
    >
      {PASSENGER_NEEDS.map((need) => (
        <MenuItem key={need} value={need}>
          {t(choiceKey('passengerNeeds', need))}
        </MenuItem>
      ))}
    </TextField>
  )
}
