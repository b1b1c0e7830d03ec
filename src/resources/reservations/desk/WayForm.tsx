import SwapIcon from '@mui/icons-material/SwapHoriz'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { addDays, today } from '../../../providers/format/dates'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import type { Way } from './deskTypes'
import { Column } from '../../../ui/Column'

interface WayFormProps {
  way: Way
  onChange: (way: Way) => void
  /** Stands before the names of its boxes where the page has several ways. */
  name: string
  /** The way there, whose stations the way back has too. */
  fixedStations?: boolean
}

/** From where to where, and on which day. */
export function WayForm({ way, onChange, name, fixedStations = false }: WayFormProps) {
  const { t } = useFormat()
  const now = useNow()
  const label = (field: string) => t(`resources.reservations.fields.${field}`)
  const days = [today(now), addDays(today(now), 1)] as const
  const station = (field: 'origin' | 'destination') => (
    <RecordPicker
      eager
      resource="stations"
      ids={way[field] ? [way[field]] : []}
      onPick={([id]) => onChange({ ...way, [field]: id ?? null })}
      filter={{ status: 'active' }}
      box={{ label: label(`${field}_station_id`), name: `${name}-${field}` }}
    />
  )
  return (
    <Column>
      {!fixedStations && (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr auto 1fr' },
            gap: { xs: 4, sm: 2 },
            alignItems: 'end',
          }}
        >
          {station('origin')}
          <IconButton
            aria-label={t('app.desk.swap')}
            title={t('app.desk.swap')}
            onClick={() => onChange({ ...way, origin: way.destination, destination: way.origin })}
            sx={{ mb: 0.5, justifySelf: 'center' }}
          >
            <SwapIcon />
          </IconButton>
          {station('destination')}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'end', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '0 1 180px' }}>
          <TextField
            type="date"
            label={t('app.reservation.date')}
            name={`${name}-date`}
            value={way.date}
            onChange={(event) => event.target.value && onChange({ ...way, date: event.target.value })}
          />
        </Box>
        {days.map((day, index) => (
          <Button
            key={day}
            aria-pressed={way.date === day}
            variant={way.date === day ? 'outlined' : 'text'}
            onClick={() => onChange({ ...way, date: day })}
          >
            {t(index === 0 ? 'app.desk.today' : 'app.desk.tomorrow')}
          </Button>
        ))}
      </Box>
    </Column>
  )
}
