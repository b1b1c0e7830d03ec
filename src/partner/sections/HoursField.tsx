import TextField from '@mui/material/TextField'

interface HoursFieldProps {
  label: string
  /** As typed. */
  value: string
  /** Most that it may be. */
  max: number
  onChange: (value: string) => void
}

/** Whether what was typed is a whole number of hours up to the most allowed. */
export const isHours = (typed: string, max: number): boolean => /^\d{1,3}$/.test(typed) && Number(typed) <= max

/** For how many hours what is replaced goes on. */
export function HoursField({ label, value, max, onChange }: HoursFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={!isHours(value, max)}
      helperText={`0–${max}`}
      slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr' } }}
    />
  )
}
