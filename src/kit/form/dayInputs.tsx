import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useState, type KeyboardEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDate, fromZonedInput, ownTimeZone, toZonedInput } from '../../providers/format/dates'
import { ClockField } from '../../ui/ClockField'
import { useFormat } from '../../ui/useFormat'
import type { FieldOf } from '../fields'
import { useStationZone } from '../RecordLink'
import { useField, type InputProps } from './useField'

/** An instant, asked for as clocks at its place show it. */
export function DateTimeInput(props: InputProps<FieldOf<'dateTime'>>) {
  const { id, name, value, set, onBlur, ref, label, error, helperText } = useField(props)
  const { zone } = props.field
  const named: unknown = useWatch({ name: typeof zone === 'object' ? zone.station : (zone ?? '-') })
  const stationZone = useStationZone(typeof zone === 'object' && typeof named === 'string' ? named : null)
  const own = ownTimeZone()
  const shownZone = (typeof zone === 'object' ? stationZone : typeof named === 'string' ? named : undefined) || own
  return (
    <ClockField
      id={id}
      name={name}
      inputRef={ref}
      label={label}
      required={props.field.required === true}
      wall={typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? toZonedInput(value, shownZone) : ''}
      zone={shownZone}
      onWall={(wall) => set(wall ? fromZonedInput(wall, shownZone) : null)}
      onBlur={onBlur}
      error={Boolean(error)}
      helperText={helperText}
      slotProps={{ htmlInput: { required: false } }}
    />
  )
}

/** Single days, as chips. */
export function DatesInput(props: InputProps) {
  const { t, locale } = useFormat()
  const { id, value, set, onBlur, ref, label, error, helperText } = useField(props)
  const [next, setNext] = useState('')
  const days = Array.isArray(value) ? value.map(String) : []
  const add = () => {
    if (next && !days.includes(next)) set([...days, next].sort())
    setNext('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <TextField
          id={id}
          inputRef={ref}
          type="date"
          label={label}
          value={next}
          onChange={(event) => setNext(event.target.value)}
          onBlur={onBlur}
          error={Boolean(error)}
          slotProps={{ htmlInput: { onKeyDown: addOnEnter } }}
        />
        <Button variant="outlined" startIcon={<AddIcon />} onClick={add} disabled={!next} sx={{ mb: 0.25 }}>
          {t('ra.action.add')}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: days.length > 0 ? 2 : 0 }}>
        {days.map((day) => (
          <Chip
            key={day}
            size="small"
            label={formatDate(day, locale)}
            onDelete={() => set(days.filter((other) => other !== day))}
          />
        ))}
      </Box>
      {helperText && <FormHelperText error={Boolean(error)}>{helperText}</FormHelperText>}
    </Box>
  )
}
