import type { TextFieldProps } from '@mui/material/TextField'

/** A day `2026-03-29`, a time `14:05`, a service-day time `25:10:00`, or a day with local time `2026-03-29T14:05`. */
export type DateKind = 'day' | 'time' | 'serviceTime' | 'dayTime'

export interface DateBoxProps extends Pick<
  TextFieldProps,
  'label' | 'name' | 'required' | 'disabled' | 'error' | 'inputRef' | 'autoFocus' | 'sx'
> {
  id?: string | undefined
  kind?: DateKind
  /** In the format of its kind; empty means no value. An invalid text is shown unchanged, with its error. */
  value: string
  /**
   * Called on Enter, on blur or after a choice, with a value in the format of its kind, an empty one, or the invalid text as
   * typed. If the value does not change, the field shows why.
   */
  onChange: (value: string) => void
  onBlur?: () => void
  /** Accessible name of a field without a visible label. */
  ariaLabel?: string | undefined
  helperText?: string | false | undefined
  /** IANA time zone of the value and of today; the reader's own unless given. */
  zone?: string | undefined
  /** First and last allowed day. */
  min?: string | undefined
  max?: string | undefined
}
