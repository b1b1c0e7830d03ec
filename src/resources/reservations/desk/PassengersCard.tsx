import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../builder/RecordSections'
import { choiceKey } from '../../builder/vocabularies'
import { placesOf, type Counts } from './deskTypes'

interface PassengersCardProps {
  counts: Counts
  names: Readonly<Record<string, string>>
  /** Stands in the first box until somebody else is named. */
  leadName: string
  onName: (key: string, name: string) => void
}

/** The names of those who travel, as far as they are known. */
export function PassengersCard({ counts, names, leadName, onName }: PassengersCardProps) {
  const { t } = useFormat()
  const places = placesOf(counts)
  if (places.length === 0) return null
  return (
    <Card title={t('app.desk.names')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
        {places.map(({ key, category }, index) => (
          <TextField
            key={key}
            label={`${index + 1}. ${t(choiceKey('passengerCategories', category))}`}
            value={names[key] ?? ''}
            placeholder={index === 0 ? leadName : ''}
            onChange={(event) => onName(key, event.target.value)}
            slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' }, inputLabel: { shrink: true } }}
          />
        ))}
      </Box>
    </Card>
  )
}
