import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { dayOf } from '../../ui/addressValues'
import { DateField } from '../../ui/DateField'
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
  const [wish, setWish] = useState(question)
  const isWhole = wish.origin !== '' && wish.destination !== '' && dayOf(wish.date) !== null && wish.passengers > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) onAsk(wish)
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
          value={wish.origin}
          origin=""
          onChange={(origin) => setWish({ ...wish, origin, destination: '' })}
        />
      </Box>
      <Box className="whole">
        <PlacePicker
          key={wish.origin}
          partner={partner}
          label={t('app.portal.search.destination')}
          value={wish.destination}
          origin={wish.origin}
          disabled={wish.origin === ''}
          onChange={(destination) => setWish({ ...wish, destination })}
        />
      </Box>
      <DateField
        label={t('app.portal.search.date')}
        value={wish.date}
        min={today(now)}
        onChange={(date) => setWish({ ...wish, date })}
      />
      <TextField
        type="number"
        label={t('app.portal.search.passengers')}
        value={wish.passengers || ''}
        onChange={(event) => setWish({ ...wish, passengers: Math.min(PASSENGERS_MAX, Number(event.target.value)) })}
        slotProps={{ htmlInput: { min: 1, max: PASSENGERS_MAX } }}
      />
      <Button className="whole" type="submit" variant="contained" disabled={!isWhole} sx={{ minHeight: 36 }}>
        {t('app.portal.search.go')}
      </Button>
    </Paper>
  )
}
