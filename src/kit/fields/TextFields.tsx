import Box from '@mui/material/Box'
import { useFieldValue } from 'react-admin'
import { reasonText } from '../../ui/problemText'
import { Plate } from '../../ui/Plate'
import { MONOSPACE } from '../../ui/theme/theme'
import { useFormat } from '../../ui/useFormat'
import { isNothing } from '../paths'
import { textIn } from '../text'
import { formattedField, nothing, useText, type ValueProps } from './field'

/**
 * Text in its own direction, down to the stop at its end. A table with two columns of react-admin's `TextField` takes half
 * as long again to render.
 */
export function IsolatedTextField(props: ValueProps) {
  const value = useText(props)
  return value === null ? nothing(props) : <bdi>{value}</bdi>
}

/** Text of several lines. */
export function ProseField(props: ValueProps) {
  const value = useText(props)
  if (value === null) return nothing(props)
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', maxWidth: '70ch' }}>
      <bdi>{value}</bdi>
    </Box>
  )
}

/** Reason of a change: a text, or one of the predefined reasons in the reader's language. */
export const ReasonTextField = formattedField((value, { t }) => <bdi>{reasonText(value, t)}</bdi>)

/** Text in several languages, in the reader's. @param multiline whether it has several lines */
export function I18nField({ multiline = false, ...props }: ValueProps & { multiline?: boolean | undefined }) {
  const { language } = useFormat()
  const texts: unknown = useFieldValue(props)
  if (isNothing(texts)) return nothing(props)
  const text = <bdi>{textIn(texts as Record<string, string>, language)}</bdi>
  return multiline ? <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box> : text
}

/** Code that people read out: monospaced, left to right in every language. */
export function CodeField(props: ValueProps) {
  const value = useText(props)
  if (value === null) return nothing(props)
  if (props.bare) return value
  return (
    <Box component="span" dir="ltr" sx={{ fontFamily: MONOSPACE, fontSize: '0.93em' }}>
      {value}
    </Box>
  )
}

/** Registration plate of a vehicle. */
export function PlateField(props: ValueProps) {
  const value = useText(props)
  return value === null ? nothing(props) : <Plate>{value}</Plate>
}
