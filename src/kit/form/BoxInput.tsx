import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { useField, type SourceProps } from './useField'

export interface BoxInputProps extends SourceProps {
  end?: ReactNode
  htmlInput?: Record<string, unknown>
  /** Formats a value while the user is not typing. */
  format: (value: unknown) => string
  /** Returns the value of what was typed. */
  parse: (text: string) => unknown
  /** What is wrong with the value, where the input knows it better than the form. */
  fault?: string | undefined
}

/** A text field for values that are stored in another form than they are typed: amounts, minutes, phone numbers. */
export function BoxInput({ format, parse, fault, end, htmlInput, ...props }: BoxInputProps) {
  const { id, value, set, onBlur, box } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      {...box}
      id={id}
      value={typed ?? (value === null || value === undefined ? '' : format(value))}
      onChange={({ target }) => {
        setTyped(target.value)
        set(parse(target.value))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
      error={box.error || fault !== undefined}
      helperText={fault ?? box.helperText}
      sx={NUMBER}
      slotProps={{
        inputLabel: { shrink: true, required: box.required },
        htmlInput: {
          dir: 'ltr',
          autoComplete: 'off',
          ...htmlInput,
          // The schema names what is missing; the browser's own message would come first.
          required: false,
          'aria-required': box.required,
        },
        input: { endAdornment: end },
      }}
    />
  )
}

/** What is read from left to right stands at the start of the line in every language. */
const NUMBER: TextFieldProps['sx'] = { '& input': { textAlign: 'left' } }
