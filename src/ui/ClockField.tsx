import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import { clockFault, fromZonedInput, toZonedInput } from '../providers/format/dates'
import { useFormat } from './useFormat'

interface ClockFieldProps extends Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'helperText'> {
  /** What clocks at the place show, `2026-03-29T14:05`; empty = nothing yet. */
  wall: string
  /** IANA zone of the place. */
  zone: string
  onWall: (wall: string) => void
  helperText?: string | false | undefined
}

/** Asks for a time as clocks at a place show it; says so where they skip that time or show it twice. */
export function ClockField({ wall, zone, onWall, helperText, ...box }: ClockFieldProps) {
  const { t } = useFormat()
  const [typed, setTyped] = useState('')
  const instant = fromZonedInput(typed, zone)
  const meant = instant === null ? '' : toZonedInput(instant, zone)
  // What stands there by now may come from elsewhere.
  const fault = wall === typed || wall === meant ? clockFault(typed, zone) : null
  const times = { typed: typed.slice(11), meant: meant.slice(11) }
  return (
    <TextField
      {...box}
      type="datetime-local"
      value={wall}
      onChange={(event) => {
        setTyped(event.target.value)
        onWall(event.target.value)
      }}
      helperText={[helperText, fault && t(`app.time.${fault}`, times), zone.replaceAll('_', ' ')]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
