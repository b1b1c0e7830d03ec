import { useWatch } from 'react-hook-form'
import { formatMinutes, parseServiceTime, serviceTimeParts } from '../../providers/format/durations'
import { formatBasisPoints, minorToInput, parseMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import type { FieldOf } from '../fields'
import { sibling } from '../paths'
import { ParsedInput } from './ParsedInput'
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

export function IntegerInput(props: InputProps<FieldOf<'integer'>>) {
  const { t } = useFormat()
  const { unit } = props.field
  return <ParsedInput {...props} write={write} read={readInteger} unit={unit && t(`app.unitShort.${unit}`)} />
}

export function NumberInput(props: InputProps<FieldOf<'number'>>) {
  const { t } = useFormat()
  const { unit } = props.field
  return <ParsedInput {...props} write={write} read={readNumber} unit={unit && t(`app.unitShort.${unit}`)} />
}

/** Minutes, typed as `90` or `1:30`. */
export function MinutesInput(props: InputProps) {
  const { t, locale } = useFormat()
  const value: unknown = useWatch({ name: props.path })
  const read = (text: string) => {
    const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim())
    return clock ? Number(clock[1]) * 60 + Number(clock[2]) : readInteger(text)
  }
  const meaning =
    typeof value === 'number' && Math.abs(value) >= 60 && !props.bare ? formatMinutes(value, locale) : undefined
  return <ParsedInput {...props} write={write} read={read} unit={t('app.unitShort.min')} meaning={meaning} />
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

/** A time of the service day, typed as `8:05`, `0805` or `25:10`. */
export function ServiceTimeInput(props: InputProps) {
  const { t } = useFormat()
  const value: unknown = useWatch({ name: props.path })
  const parts = typeof value === 'string' && parseServiceTime(value) === value ? serviceTimeParts(value) : null
  return (
    <ParsedInput
      {...props}
      placeholder="08:30"
      write={(time) => String(time).replace(/^(\d+:\d\d):00$/, '$1')}
      read={parseServiceTime}
      meaning={parts && parts.days > 0 ? t('app.time.nextDay', { time: parts.time, count: parts.days }) : undefined}
    />
  )
}

/** A time of day on the wall clock, `HH:MM`. */
export function ClockTimeInput(props: InputProps) {
  const read = (text: string) => {
    const time = parseServiceTime(text)?.slice(0, -3)
    return time && /^([01]\d|2[0-3]):/.test(time) ? time : null
  }
  return <ParsedInput {...props} placeholder="08:30" write={write} read={read} />
}
