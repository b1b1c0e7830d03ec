import { numberFormat } from '../../providers/format/intl'
import { useFormat } from '../../ui/useFormat'
import { nothing, useSibling, useText, type ValueProps } from './field'

/** Latitude and longitude in degrees. @param longitude field of the longitude; `source` is that of the latitude */
export function CoordinatesField({ longitude, ...props }: ValueProps & { longitude: string }) {
  const { locale } = useFormat()
  const latitude = useText(props)
  const siblingOf = useSibling(props)
  if (latitude === null) return nothing(props)
  const degrees = (value: unknown) => numberFormat(locale, { maximumFractionDigits: 6 }).format(Number(value))
  return <span dir="ltr">{`${degrees(latitude)}, ${degrees(siblingOf(longitude))}`}</span>
}
