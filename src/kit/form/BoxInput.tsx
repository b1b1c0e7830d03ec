import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useField, type InputProps } from './useField'

type BoxInputProps = InputProps & {
  type?: string
  multiline?: boolean
  minRows?: number
  monospaced?: string
  dir?: 'ltr'
  end?: ReactNode
  htmlInput?: Record<string, unknown>
  /** What is kept of what was typed; null stands for nothing. */
  keep?: (text: string) => string | null
  children?: ReactNode
  select?: boolean
}

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const orNull = (text: string) => (text === '' ? null : text)

/** A box of text with its label above and its fault below. */
export function BoxInput({
  keep = orNull,
  end,
  htmlInput,
  monospaced,
  dir,
  type,
  multiline,
  minRows,
  select,
  children,
  ...props
}: BoxInputProps) {
  const { id, name, value, set, onBlur, ref, label, error, helperText } = useField(props)
  const looks: TextFieldProps['sx'] = monospaced ? { '& input': { fontFamily: monospaced } } : {}
  return (
    <TextField
      id={id}
      name={name}
      inputRef={ref}
      label={props.bare ? undefined : label}
      required={props.field.required === true}
      type={type ?? 'text'}
      multiline={multiline === true}
      select={select === true}
      {...(minRows ? { minRows } : {})}
      value={asText(value)}
      onChange={(event) => set(keep(event.target.value))}
      onBlur={onBlur}
      error={Boolean(error)}
      helperText={helperText}
      sx={looks}
      slotProps={{
        inputLabel: { shrink: true, required: props.field.required === true },
        // The schema says what is missing, in the reader's words; the browser's own bubble would come first.
        htmlInput: {
          ...htmlInput,
          required: false,
          'aria-required': props.field.required === true,
          ...(dir ? { dir } : {}),
          ...(props.bare ? { 'aria-label': label } : {}),
        },
        input: { endAdornment: end },
        select: { displayEmpty: true },
      }}
    >
      {children}
    </TextField>
  )
}
