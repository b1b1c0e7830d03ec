import type { TextFieldProps } from '@mui/material/TextField'

/** A day `2026-03-29`, a time of day `14:05`, one of the service day `25:10:00`, or a day with what clocks show, `2026-03-29T14:05`. */
export type DateKind = 'day' | 'time' | 'serviceTime' | 'dayTime'

export interface DateFieldProps extends Pick<
  TextFieldProps,
  'label' | 'name' | 'required' | 'disabled' | 'error' | 'inputRef' | 'autoFocus' | 'sx'
> {
  id?: string | undefined
  kind?: DateKind
  /** In the form of its kind; empty = nothing. A text that is none stands in the field as it is, with what is wrong with it. */
  value: string
  /**
   * Takes what was typed once Enter is pressed or the field is left, and what was chosen: in the form of its kind, empty,
   * or as it was typed where that is none. Where the value stays as it was, the field says so.
   */
  onChange: (value: string) => void
  onBlur?: () => void
  /** Name of the field where it has no label in sight. */
  ariaLabel?: string | undefined
  helperText?: string | false | undefined
  /** IANA zone whose clocks are meant, and which day is today there; the reader's own unless given. */
  zone?: string | undefined
  /** The first and the last day that can be chosen. */
  min?: string | undefined
  max?: string | undefined
}
