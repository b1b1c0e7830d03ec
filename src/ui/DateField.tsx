import TextField from '@mui/material/TextField'
import { DATE_FIELD } from './dateField/module'
import type { DateFieldProps } from './dateField/props'
import { onDemand } from './onDemand'

/** Field for a day or a time, typed or chosen from a calendar. */
export const DateField = onDemand<DateFieldProps>(DATE_FIELD, WaitingField)

/** Placeholder with the size and the label of the field. */
function WaitingField({ label, ariaLabel, helperText, sx = null }: DateFieldProps) {
  const slotProps = { input: { readOnly: true }, htmlInput: { 'aria-label': ariaLabel } }
  return <TextField label={label} helperText={helperText} sx={sx} value="" slotProps={slotProps} />
}
