import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { useField, type InputProps } from './useField'

type BoxInputProps = InputProps & {
  type?: string
  multiline?: boolean
  minRows?: number
  monospaced?: string
  dir?: 'ltr'
  end?: ReactNode
  htmlInput?: Record<string, unknown>
  /** Formats a value while the user is not typing; by default as it was typed. */
  write?: (value: unknown) => string
  /** What is kept of what was typed; null stands for nothing. */
  keep?: (text: string) => unknown
  /** What is wrong with it, in words of its own. */
  fault?: string | undefined
  /** What the value comes to, in other words. */
  meaning?: string | undefined
  children?: ReactNode
  select?: boolean
}

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const orNull = (text: string) => (text === '' ? null : text)

/** A box of text with its label above and its fault below. */
export function BoxInput({
  write,
  keep = orNull,
  fault,
  meaning,
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
  const { id, value, set, onBlur, label, error, helperText, box } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const written = write && value !== null && value !== undefined ? write(value) : asText(value)
  const looks: TextFieldProps['sx'] = {
    '& input': { ...(monospaced && { fontFamily: monospaced }), ...(write && { textAlign: 'left' }) },
  }
  return (
    <TextField
      {...box}
      id={id}
      type={type ?? 'text'}
      multiline={multiline === true}
      select={select === true}
      {...(minRows ? { minRows } : {})}
      value={typed ?? written}
      onChange={({ target }) => {
        if (write) setTyped(target.value)
        set(keep(target.value))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
      error={box.error || fault !== undefined}
      helperText={fault ?? error ?? meaning ?? helperText}
      sx={looks}
      slotProps={{
        inputLabel: { shrink: true, required: box.required },
        // The schema says what is missing, in the reader's words; the browser's own bubble would come first.
        htmlInput: {
          ...htmlInput,
          required: false,
          'aria-required': box.required,
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
