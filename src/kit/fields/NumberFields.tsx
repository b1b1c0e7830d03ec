import { formatMinutes } from '../../providers/format/durations'
import { numberFormat } from '../../providers/format/intl'
import { formatBasisPoints, formatMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import type { Unit } from '../fieldList'
import { formattedField, nothing, useSibling, useText, type ValueProps } from './field'

const COUNTED: readonly Unit[] = ['seats', 'pieces']

/** Number with its unit. React-admin's `NumberField` formats in the language of the browser, this in the reader's. */
export function QuantityField({ unit, ...props }: ValueProps & { unit?: Unit | undefined }) {
  const { locale, t } = useFormat()
  const value = useText(props)
  if (value === null) return nothing(props)
  const number = numberFormat(locale, { useGrouping: unit === 'km' }).format(Number(value))
  if (!unit || COUNTED.includes(unit)) return number
  return t(`app.unit.${unit}`, { value: number, count: Number(value) })
}

interface MoneyFieldProps extends ValueProps {
  /** Field of the currency, beside the amount or in the record; none for the company's currency. */
  currency?: string | undefined
}

/** Amount in minor units. */
export function MoneyField({ currency, ...props }: MoneyFieldProps) {
  const { locale } = useFormat()
  const value = useText(props)
  const siblingOf = useSibling(props)
  if (value === null) return nothing(props)
  const code = currency ? siblingOf(currency) : null
  if (typeof code === 'string') return formatMoney(Number(value), code, locale)
  return numberFormat(locale, { minimumFractionDigits: 2 }).format(Number(value) / 100)
}

/** Percentage in basis points. */
export const PercentField = formattedField((value, { locale }) => formatBasisPoints(Number(value), locale))

/** Minutes, as hours and minutes. */
export const MinutesField = formattedField((value, { locale }) => formatMinutes(Number(value), locale))
