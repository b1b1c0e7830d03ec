import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { formatDate } from '../../../providers/format/dates'
import { useFormat } from '../../../ui/useFormat'
import { Column } from '../../../ui/Column'

/** Days on which nothing runs, such as holidays; a day is taken when the box is left or Enter is pressed. */
export function ExceptDates({ days, onChange }: { days: readonly string[]; onChange: (days: string[]) => void }) {
  const { t, locale } = useFormat()
  const [typed, setTyped] = useState('')
  const add = () => {
    if (typed !== '' && !days.includes(typed)) onChange([...days, typed].sort())
    setTyped('')
  }
  return (
    <Column gap={2}>
      <TextField
        type="date"
        label={t('app.depot.generate.except')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        sx={{ maxWidth: 240 }}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {days.map((day) => (
          <Chip
            key={day}
            size="small"
            label={formatDate(day, locale)}
            onDelete={() => onChange(days.filter((other) => other !== day))}
          />
        ))}
      </Box>
    </Column>
  )
}
