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

/**
 * Returns an input whose value is the typed text while it cannot be parsed, so that the error is shown at its field.
 */
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
/** Input for a time of the service day. */
export const ServiceTimeInput = inputOf('serviceTime')
/** Input for a time of day. */
export const ClockTimeInput = inputOf('time')

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

/** Input for an instant in the local time of its zone. */
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

/** Input for single days, as chips. A day is added when it has been typed or chosen. */
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
