import TextField from '@mui/material/TextField'
import { DATE_BOX } from './dateBox/module'
import type { DateBoxProps } from './dateBox/props'
import { onDemand } from './onDemand'

/** Input for a day or a time, typed or chosen from a calendar. */
export const DateBox = onDemand<DateBoxProps>(DATE_BOX, WaitingBox)

/** Placeholder with the size and the label of the input. */
function WaitingBox({ label, ariaLabel, helperText, sx = null }: DateBoxProps) {
  const slotProps = { input: { readOnly: true }, htmlInput: { 'aria-label': ariaLabel } }
  return <TextField label={label} helperText={helperText} sx={sx} value="" slotProps={slotProps} />
}
