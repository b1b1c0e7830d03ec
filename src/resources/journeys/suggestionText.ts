import type { Suggestions } from '../../../contract/operations/suggestions'
import { leftToRight } from '../../providers/format/bidi'
import { numberFormat } from '../../providers/format/intl'
import type { Format } from '../../ui/useFormat'

type SuggestedVehicle = Suggestions['vehicles'][number]

/** Formats the distance of a vehicle or driver from the start of a job. */
export const away = (km: number | null, { t, locale }: Format) =>
  km === null
    ? t('app.operations.assign.placeUnknown')
    : t('app.operations.assign.away', { km: numberFormat(locale).format(km) })

/** Returns type, seats and distance of a suggested vehicle as text. */
export const vehicleText = (
  { vehicle_type, seats, is_accessible, distance_km }: SuggestedVehicle,
  format: Format,
): string =>
  [
    leftToRight(vehicle_type),
    format.t('app.reservation.seats', { smart_count: seats }),
    is_accessible ? format.t('app.operations.assign.accessible') : '',
    away(distance_km, format),
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Formats the change of seats on sale, left to right in every language: `35 → 16 on sale, 9 sold`. */
export const shrinkText = ({ from, to, taken }: NonNullable<SuggestedVehicle['shrinks']>, { t }: Format): string =>
  t('app.operations.assign.shrinks', { seats: leftToRight(`${from} → ${to}`), taken })
