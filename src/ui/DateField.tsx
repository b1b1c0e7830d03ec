import TextField from '@mui/material/TextField'
import { DATE_FIELD } from './dateField/module'
import type { DateFieldProps } from './dateField/props'
import { onDemand } from './onDemand'

/** A day or a time, typed as people say it or chosen from a calendar; everywhere in the product. */
export const DateField = onDemand<DateFieldProps>(DATE_FIELD, WaitingField)

/** Takes the room of the field and carries its name. */
function WaitingField({ label, ariaLabel, helperText, sx = null }: DateFieldProps) {
  const slotProps = { input: { readOnly: true }, htmlInput: { 'aria-label': ariaLabel } }
  return <TextField label={label} helperText={helperText} sx={sx} value="" slotProps={slotProps} />
}
