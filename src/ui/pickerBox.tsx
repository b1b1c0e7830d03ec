import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { InputHTMLAttributes } from 'react'

/** What a box takes that something is chosen in by typing. */
export interface PickerBoxProps {
  multiple?: boolean
  onBlur?: (() => void) | undefined
  id?: string | undefined
  /** Properties of the box: label, fault, reference. */
  box: Pick<
    TextFieldProps,
    'label' | 'error' | 'helperText' | 'required' | 'inputRef' | 'name' | 'placeholder' | 'autoFocus'
  >
  /** Name of the box where it has no label in sight. */
  ariaLabel?: string | undefined
  disabled?: boolean
  /** Shows what there is to choose as soon as it has the focus. */
  openOnFocus?: boolean
}

/** Draws the box of an Autocomplete. @param more attributes of what is typed in */
export const pickerInput =
  ({ box, ariaLabel }: Pick<PickerBoxProps, 'box' | 'ariaLabel'>, more: InputHTMLAttributes<HTMLInputElement> = {}) =>
  ({ inputProps, ...params }: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      {...box}
      inputProps={{ ...inputProps, required: false, ...more, ...(ariaLabel ? { 'aria-label': ariaLabel } : {}) }}
    />
  )
