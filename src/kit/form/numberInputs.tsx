import { useWatch } from 'react-hook-form'
import InputAdornment from '@mui/material/InputAdornment'
import { formatMinutes } from '../../providers/format/durations'
import { formatBasisPoints, minorToInput, parseMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import type { Unit } from '../fields'
import { sibling } from '../paths'
import { BoxInput, type BoxInputProps } from './BoxInput'
import type { SourceProps } from './useField'

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
function useUnit(path: string, unit: Unit | undefined): string | undefined {
  const { t } = useFormat()
  const value: unknown = useWatch({ name: path })
  return unit && t(`app.unitShort.${unit}`, { count: typeof value === 'number' ? value : 0 })
}

interface UnitProps extends SourceProps {
  unit?: Unit | undefined
}

export function IntegerInput({ unit, ...props }: UnitProps) {
  return <ParsedInput {...props} format={write} parse={readInteger} unit={useUnit(props.source, unit)} />
}

export function NumberInput({ unit, ...props }: UnitProps) {
  return <ParsedInput {...props} format={write} parse={readNumber} unit={useUnit(props.source, unit)} />
}

/** Minutes, typed as `90` or `1:30`. */
export function MinutesInput(props: SourceProps) {
  const { locale } = useFormat()
  const value: unknown = useWatch({ name: props.source })
  const read = (text: string) => {
    const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim())
    return clock ? Number(clock[1]) * 60 + Number(clock[2]) : readInteger(text)
  }
  const meaning = typeof value === 'number' && Math.abs(value) >= 60 ? formatMinutes(value, locale) : undefined
  return (
    <ParsedInput
      {...props}
      helperText={meaning ?? props.helperText}
      format={write}
      parse={read}
      unit={useUnit(props.source, 'min')}
    />
  )
}

/** An amount in the currency of another field of the form, kept in minor units. */
export function MoneyInput({ currency: source = NO_FIELD, ...props }: SourceProps & { currency?: string | undefined }) {
  const { locale } = useFormat()
  const near: unknown = useWatch({ name: source === NO_FIELD ? NO_FIELD : sibling(props.source, source) })
  const whole: unknown = useWatch({ name: source })
  const currency = [near, whole].find((code) => typeof code === 'string' && code.length === 3) as string | undefined
  return (
    <ParsedInput
      {...props}
      format={(value) => (typeof value === 'number' ? minorToInput(value, currency ?? '', locale) : String(value))}
      parse={(text) => parseMoney(text, currency ?? '', locale)}
      unit={currency}
    />
  )
}

/** A percentage with up to two places, kept in basis points. */
export function PercentInput(props: SourceProps) {
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
      format={(value) => (typeof value === 'number' ? text(value) : String(value))}
      parse={read}
      unit="%"
    />
  )
}

interface ParsedInputProps extends BoxInputProps {
  unit: string | undefined
}

/** A number with its unit. What cannot be read stays as typed, so that its error is shown at its field. */
const ParsedInput = ({ parse, unit, ...props }: ParsedInputProps) => (
  <BoxInput
    {...props}
    parse={(text) => (text.trim() === '' ? null : (parse(text) ?? text))}
    end={unit && <InputAdornment position="end">{unit}</InputAdornment>}
    htmlInput={{ inputMode: 'decimal' }}
  />
)
