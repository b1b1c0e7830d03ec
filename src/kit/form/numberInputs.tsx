import InputAdornment from '@mui/material/InputAdornment'
import { NumberInput, useWrappedSource } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { formatMinutes } from '../../providers/format/durations'
import { formatBasisPoints, minorToInput, parseMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import type { Unit } from '../fieldList'
import { sibling } from '../paths'
import type { SourceProps } from './useField'

/** Watched when there is no field to watch, because an empty name would mean the whole form. */
const NO_FIELD = '-'

type Stored = string | number | null
const write = (value: Stored) => (value === null ? '' : String(value))

function readInteger(text: string): number | null {
  const plain = text.replaceAll(/[\s.,'’]/g, '')
  return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) : null
}

function readDecimal(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^[+-]?\d*\.?\d+$/.test(plain) ? Number(plain) : null
}

/** Returns a parser that keeps text that is not a number, so that the error is shown at its field. */
const orTyped = (read: (text: string) => unknown) => (text: string) =>
  text.trim() === '' ? null : (read(text) ?? text)
const parseInteger = orTyped(readInteger)
const parseDecimal = orTyped(readDecimal)

/** Returns the value of an input, and the unit in the plural form of that value. */
function useUnit(source: string, unit: Unit | undefined): { value: unknown; word: string | undefined } {
  const { t } = useFormat()
  const value: unknown = useWatch({ name: useWrappedSource(source) })
  return { value, word: unit && t(`app.unitShort.${unit}`, { count: typeof value === 'number' ? value : 0 }) }
}

interface ParsedInputProps extends SourceProps {
  format?: (value: Stored) => string
  parse: (text: string) => unknown
  unit: string | undefined
}

/**
 * Input for a number as text, because a browser's number input drops text that it cannot parse, and changes with the
 * mouse wheel.
 */
const ParsedInput = ({ unit, format = write, ...props }: ParsedInputProps) => (
  <NumberInput
    {...props}
    type="text"
    format={format}
    slotProps={{
      input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      htmlInput: { dir: 'ltr', inputMode: 'decimal', autoComplete: 'off', 'aria-required': props.isRequired },
    }}
  />
)

interface UnitProps extends SourceProps {
  unit?: Unit | undefined
}

export const IntegerInput = ({ unit, ...props }: UnitProps) => (
  <ParsedInput {...props} parse={parseInteger} unit={useUnit(props.source, unit).word} />
)

export const DecimalInput = ({ unit, ...props }: UnitProps) => (
  <ParsedInput {...props} parse={parseDecimal} unit={useUnit(props.source, unit).word} />
)

/** Input for minutes, typed as `90` or `1:30`. */
export function MinutesInput(props: SourceProps) {
  const { locale } = useFormat()
  const { value, word } = useUnit(props.source, 'min')
  const read = (text: string) => {
    const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim())
    return clock ? Number(clock[1]) * 60 + Number(clock[2]) : readInteger(text)
  }
  const meaning = typeof value === 'number' && Math.abs(value) >= 60 ? formatMinutes(value, locale) : undefined
  return <ParsedInput {...props} helperText={meaning ?? props.helperText} parse={orTyped(read)} unit={word} />
}

/** Input for an amount, stored in minor units. @param props.currency field of the currency in the form */
export function MoneyInput({ currency: source = NO_FIELD, ...props }: SourceProps & { currency?: string | undefined }) {
  const { locale } = useFormat()
  const path = useWrappedSource(props.source)
  const near: unknown = useWatch({ name: source === NO_FIELD ? NO_FIELD : sibling(path, source) })
  const whole: unknown = useWatch({ name: source })
  const currency = [near, whole].find((code) => typeof code === 'string' && code.length === 3) as string | undefined
  return (
    <ParsedInput
      {...props}
      format={(value) => (typeof value === 'number' ? minorToInput(value, currency ?? '', locale) : write(value))}
      parse={orTyped((text) => parseMoney(text, currency ?? '', locale))}
      unit={currency}
    />
  )
}

/** Input for a percentage with up to two decimals, stored in basis points. */
export function PercentInput(props: SourceProps) {
  const { locale } = useFormat()
  const text = (bp: number) => formatBasisPoints(bp, locale).replaceAll(/[%\s\u00a0\u202f\u200e\u200f\u061c٪]/g, '')
  const read = (typed: string) => {
    const percent = readDecimal(typed.replace('%', ''))
    if (percent === null) return null
    const bp = Math.round(percent * 100)
    return Math.abs(bp - percent * 100) < 1e-6 ? bp : null
  }
  return (
    <ParsedInput
      {...props}
      format={(value) => (typeof value === 'number' ? text(value) : write(value))}
      parse={orTyped(read)}
      unit="%"
    />
  )
}
