import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useField, type InputProps } from './useField'

type ParsedInputProps = InputProps & {
  /** How a value is written for editing. */
  write: (value: unknown) => string
  /** The value of what was typed; null where it is none. */
  read: (text: string) => unknown
  unit?: string | undefined
  placeholder?: string
  /** What the value comes to, in other words. */
  meaning?: string | undefined
}

/** A box for what is typed in one way and kept in another: amounts, times, percentages. What cannot be read stays as typed. */
export function ParsedInput({ write, read, unit, placeholder, meaning, ...props }: ParsedInputProps) {
  const { id, name, value, set, onBlur, ref, label, error, helperText } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    set(text.trim() === '' ? null : (read(text) ?? text))
  }
  return (
    <TextField
      id={id}
      name={name}
      inputRef={ref}
      label={props.bare ? undefined : label}
      required={props.field.required === true}
      value={typed ?? (value === null || value === undefined ? '' : write(value))}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
      error={Boolean(error)}
      helperText={error ?? meaning ?? helperText}
      placeholder={placeholder}
      slotProps={{
        inputLabel: { shrink: true, required: props.field.required === true },
        htmlInput: {
          inputMode: 'decimal',
          required: false,
          autoComplete: 'off',
          dir: 'ltr',
          ...(props.bare ? { 'aria-label': label } : {}),
        },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
      sx={{ '& input': { textAlign: 'left' } }}
    />
  )
}
