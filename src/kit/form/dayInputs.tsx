import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { useWatch } from 'react-hook-form'
import { fromZonedInput, ownTimeZone, toZonedInput } from '../../providers/format/dates'
import { DateBox } from '../../ui/DateBox'
import type { DateKind } from '../../ui/dateBox/props'
import { DaysBox } from '../../ui/DaysBox'
import type { FieldOf } from '../fieldList'
import { useStationZone } from '../RecordLink'
import { useField, type SourceProps } from './useField'

/** What is kept is the value, or the text as it was typed where it is none, so that the refusal stands at its field. */
const inputOf = (kind: DateKind) =>
  function KindInput(props: SourceProps) {
    const { id, value, set, onBlur, box } = useField(props)
    return (
      <DateBox
        {...box}
        id={id}
        kind={kind}
        value={typeof value === 'string' ? value : ''}
        onChange={(next) => set(next || null)}
        onBlur={onBlur}
      />
    )
  }

export const DateInput = inputOf('day')
/** A time of the service day. */
export const ServiceTimeInput = inputOf('serviceTime')
/** A time of day on the wall clock. */
export const ClockTimeInput = inputOf('time')

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

/** An instant, asked for as clocks at its place show it. */
export function DateTimeInput({ zone, ...props }: SourceProps & Pick<FieldOf<'dateTime'>, 'zone'>) {
  const { id, value, set, onBlur, box } = useField(props)
  const named: unknown = useWatch({ name: typeof zone === 'object' ? zone.station : (zone ?? '-') })
  const stationZone = useStationZone(typeof zone === 'object' && typeof named === 'string' ? named : null)
  const own = ownTimeZone()
  const shownZone = (typeof zone === 'object' ? stationZone : typeof named === 'string' ? named : undefined) || own
  const text = typeof value === 'string' ? value : ''
  return (
    <DateBox
      {...box}
      id={id}
      kind="dayTime"
      value={isInstant(text) ? toZonedInput(text, shownZone) : text}
      zone={shownZone}
      onChange={(wall) => set(fromZonedInput(wall, shownZone) ?? (wall || null))}
      onBlur={onBlur}
    />
  )
}

/** Single days, as chips. A day is taken when it has been typed or chosen. */
export function DatesInput(props: SourceProps) {
  const { id, value, set, onBlur, label, error, helperText, box } = useField(props)
  const days = Array.isArray(value) ? value.map(String) : []
  return (
    <Box>
      <DaysBox
        id={id}
        inputRef={box.inputRef}
        label={label}
        error={box.error}
        days={days}
        onChange={set}
        onBlur={onBlur}
      />
      {helperText && <FormHelperText error={Boolean(error)}>{helperText}</FormHelperText>}
    </Box>
  )
}
