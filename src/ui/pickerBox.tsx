import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { InputHTMLAttributes } from 'react'

/** Props of an input with suggestions. */
export interface PickerBoxProps {
  multiple?: boolean
  onBlur?: (() => void) | undefined
  id?: string | undefined
  /** Props of the text field: label, error, reference. */
  box: Pick<
    TextFieldProps,
    'label' | 'error' | 'helperText' | 'required' | 'inputRef' | 'name' | 'placeholder' | 'autoFocus'
  >
  /** Accessible name of an input without a visible label. */
  ariaLabel?: string | undefined
  disabled?: boolean
  /** Whether the options open as soon as it has the focus. */
  openOnFocus?: boolean
}

/** Renders the input of an Autocomplete. @param more attributes of the input element */
export const pickerInput =
  ({ box, ariaLabel }: Pick<PickerBoxProps, 'box' | 'ariaLabel'>, more: InputHTMLAttributes<HTMLInputElement> = {}) =>
  ({ inputProps, ...params }: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      {...box}
      inputProps={{ ...inputProps, required: false, ...more, ...(ariaLabel ? { 'aria-label': ariaLabel } : {}) }}
    />
  )
