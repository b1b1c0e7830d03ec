import { useWatch } from 'react-hook-form'
import InputAdornment from '@mui/material/InputAdornment'
import { formatMinutes } from '../../providers/format/durations'
import { formatBasisPoints, minorToInput, parseMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import type { FieldOf } from '../fields'
import { sibling } from '../paths'
import { BoxInput } from './BoxInput'
import type { InputProps } from './useField'

/** Watched where there is nothing to watch: an empty name would mean the whole form. */
const NO_FIELD = '-'

const write = (value: unknown) => String(value)

function readInteger(text: string): number | null {
  const plain = text.replaceAll(/[\s.,'’]/g, '')
  return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) : null
}

function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^[+-]?\d*\.?\d+$/.test(plain) ? Number(plain) : null
}

/** Returns the word of a unit as it follows the number that is typed. */
function useUnit(path: string, unit: FieldOf<'integer' | 'number'>['unit']): string | undefined {
  const { t } = useFormat()
  const value: unknown = useWatch({ name: path })
  return unit && t(`app.unitShort.${unit}`, { count: typeof value === 'number' ? value : 0 })
}

export function IntegerInput(props: InputProps<FieldOf<'integer'>>) {
  return <ParsedInput {...props} write={write} read={readInteger} unit={useUnit(props.path, props.field.unit)} />
}

export function NumberInput(props: InputProps<FieldOf<'number'>>) {
  return <ParsedInput {...props} write={write} read={readNumber} unit={useUnit(props.path, props.field.unit)} />
}

/** Minutes, typed as `90` or `1:30`. */
export function MinutesInput(props: InputProps) {
  const { locale } = useFormat()
  const value: unknown = useWatch({ name: props.path })
  const read = (text: string) => {
    const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim())
    return clock ? Number(clock[1]) * 60 + Number(clock[2]) : readInteger(text)
  }
  const meaning =
    typeof value === 'number' && Math.abs(value) >= 60 && !props.bare ? formatMinutes(value, locale) : undefined
  return <ParsedInput {...props} write={write} read={read} unit={useUnit(props.path, 'min')} meaning={meaning} />
}

/** An amount in the currency of another field of the form, kept in minor units. */
export function MoneyInput(props: InputProps<FieldOf<'money'>>) {
  const { locale } = useFormat()
  const source = props.field.currency
  const near: unknown = useWatch({ name: source ? sibling(props.path, source) : NO_FIELD })
  const whole: unknown = useWatch({ name: source ?? NO_FIELD })
  const currency = [near, whole].find((code) => typeof code === 'string' && code.length === 3) as string | undefined
  return (
    <ParsedInput
      {...props}
      write={(value) => (typeof value === 'number' ? minorToInput(value, currency ?? '', locale) : String(value))}
      read={(text) => parseMoney(text, currency ?? '', locale)}
      unit={currency}
    />
  )
}

/** A percentage with up to two places, kept in basis points. */
export function PercentInput(props: InputProps) {
  const { locale } = useFormat()
  const text = (bp: number) => formatBasisPoints(bp, locale).replaceAll(/[%\s\u00a0\u202f\u200e\u200f\u061c٪]/g, '')
  const read = (typed: string) => {
    const percent = readNumber(typed.replace('%', ''))
    if (percent === null) return null
    const bp = Math.round(percent * 100)
    return Math.abs(bp - percent * 100) < 1e-6 ? bp : null
  }
  return (
    <ParsedInput
      {...props}
      write={(value) => (typeof value === 'number' ? text(value) : String(value))}
      read={read}
      unit="%"
    />
  )
}

type ParsedInputProps = InputProps & {
  /** How a value is written for editing. */
  write: (value: unknown) => string
  /** The value of what was typed; null where it is none. */
  read: (text: string) => unknown
  unit?: string | undefined
  meaning?: string | undefined
}

/** A box for what is typed in one way and kept in another: amounts, minutes, percentages. What cannot be read stays as typed. */
const ParsedInput = ({ read, unit, ...props }: ParsedInputProps) => (
  <BoxInput
    {...props}
    keep={(text) => (text.trim() === '' ? null : (read(text) ?? text))}
    dir="ltr"
    end={unit && <InputAdornment position="end">{unit}</InputAdornment>}
    htmlInput={{ inputMode: 'decimal', autoComplete: 'off' }}
  />
)
