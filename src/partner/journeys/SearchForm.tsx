import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { today } from '../../providers/format/dates'
import type { Partner } from '../../providers/auth/partnerSession'
import type { DepartureQuestion } from './journeyCalls'
import { PlacePicker } from './PlacePicker'

const PASSENGERS_MAX = 60

interface SearchFormProps {
  partner: Partner
  question: DepartureQuestion
  onAsk: (question: DepartureQuestion) => void
}

/** Form for origin, destination, day and number of passengers. */
export function SearchForm({ partner, question, onAsk }: SearchFormProps) {
  const { t } = useFormat()
  const now = useNow()
  const [search, setSearch] = useState(question)
  const isWhole =
    search.origin !== '' && search.destination !== '' && dayOf(search.date) !== null && search.passengers > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) onAsk(search)
  }
  return (
    <Paper
      component="form"
      variant="outlined"
      onSubmit={submit}
      sx={{
        p: 4,
        display: 'grid',
        gap: 4,
        alignItems: 'end',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', md: '2fr 2fr minmax(196px, 1fr) 110px auto' },
        '& > .whole': { gridColumn: { xs: '1 / -1', md: 'auto' } },
      }}
    >
      <Box className="whole">
        <PlacePicker
          partner={partner}
          label={t('app.portal.search.origin')}
          value={search.origin}
          origin=""
          onChange={(origin) => setSearch({ ...search, origin, destination: '' })}
        />
      </Box>
      <Box className="whole">
        <PlacePicker
          key={search.origin}
          partner={partner}
          label={t('app.portal.search.destination')}
          value={search.destination}
          origin={search.origin}
          disabled={search.origin === ''}
          onChange={(destination) => setSearch({ ...search, destination })}
        />
      </Box>
      <DateBox
        label={t('app.portal.search.date')}
        value={search.date}
        min={today(now)}
        onChange={(date) => setSearch({ ...search, date })}
      />
      <TextField
        type="number"
        label={t('app.portal.search.passengers')}
        value={search.passengers || ''}
        onChange={(event) => setSearch({ ...search, passengers: Math.min(PASSENGERS_MAX, Number(event.target.value)) })}
        slotProps={{ htmlInput: { min: 1, max: PASSENGERS_MAX } }}
      />
      <Button className="whole" type="submit" variant="contained" disabled={!isWhole} sx={{ minHeight: 36 }}>
        {t('app.portal.search.go')}
      </Button>
    </Paper>
  )
}
