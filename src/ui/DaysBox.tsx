import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { formatDate } from '../providers/format/dates'
import { dayOf } from './addressValues'
import { DateBox } from './DateBox'
import type { DateBoxProps } from './dateBox/props'
import { useFormat } from './useFormat'

interface DaysBoxProps extends Pick<DateBoxProps, 'id' | 'inputRef' | 'label' | 'error' | 'onBlur'> {
  days: readonly string[]
  onChange: (days: string[]) => void
}

/** Input for any number of days: each typed or chosen day is added to the chips below. */
export function DaysBox({ days, onChange, ...box }: DaysBoxProps) {
  const { locale } = useFormat()
  const [next, setNext] = useState('')
  const add = (typed: string) => {
    const day = dayOf(typed)
    setNext(day === null ? typed : '')
    if (day !== null && !days.includes(day)) onChange([...days, day].sort())
  }
  return (
    <>
      <Box sx={{ maxWidth: 280 }}>
        <DateBox {...box} value={next} onChange={add} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: days.length > 0 ? 2 : 0 }}>
        {days.map((day) => (
          <Chip
            key={day}
            size="small"
            label={formatDate(day, locale)}
            onDelete={() => onChange(days.filter((other) => other !== day))}
          />
        ))}
      </Box>
    </>
  )
}
