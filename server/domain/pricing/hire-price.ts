import Big from 'big.js'
import type { HireTariff } from '../../../contract/entities/hire-tariff'
import { multiplyDivide } from './exact'
import { priceOf, type DraftLine, type Price } from './price'
import { PRICE_LABELS, distanceLabel, timeLabel } from './price-labels'

export type TariffForHire = Pick<
  HireTariff,
  | 'from_zone'
  | 'to_zone'
  | 'currency'
  | 'base_minor'
  | 'included_km'
  | 'per_km_minor'
  | 'per_hour_minor'
  | 'min_hours'
  | 'min_charge_minor'
  | 'valid_from'
  | 'valid_to'
>

interface Run {
  fromZone: string | null
  toZone: string | null
  /** First day of the hire, `YYYY-MM-DD`. */
  date: string
}

export interface Extent {
  /** Null = unknown, charged as 0. */
  distanceKm: number | null
  /** Instants. */
  startsAt: string
  endsAt: string
}

const HOUR_MS = 3_600_000

/** Returns the tariff of a vehicle type that applies to a hire. One that names its zones precedes one for any zone. */
export function tariffFor<T extends TariffForHire>(tariffs: readonly T[], run: Run): T | undefined {
  const precedence = (tariff: TariffForHire) => (tariff.from_zone === null ? 0 : 2) + (tariff.to_zone === null ? 0 : 1)
  return tariffs
    .filter(
      (tariff) =>
        (tariff.from_zone === null || tariff.from_zone === run.fromZone) &&
        (tariff.to_zone === null || tariff.to_zone === run.toZone) &&
        (tariff.valid_from === null || tariff.valid_from <= run.date) &&
        (tariff.valid_to === null || run.date <= tariff.valid_to),
    )
    .toSorted((a, b) => precedence(b) - precedence(a))[0]
}

/** Returns the lines of a hire: base, distance beyond the included one, time, and the rise to the minimum charge. */
export function hireLines(tariff: TariffForHire, { distanceKm, startsAt, endsAt }: Extent): DraftLine[] {
  const beyond = new Big(distanceKm ?? 0).minus(tariff.included_km)
  const km = beyond.lt(0) ? new Big(0) : beyond
  const lines = [
    line('hire_base', PRICE_LABELS.hireBase, tariff.base_minor),
    line('hire_distance', distanceLabel(km.toNumber()), whole(km.times(tariff.per_km_minor))),
    timeLine(tariff, Date.parse(endsAt) - Date.parse(startsAt)),
  ]
  const missing = tariff.min_charge_minor - lines.reduce((sum, { unit_minor }) => sum + unit_minor, 0)
  if (missing > 0) lines.push({ ...line('hire_minimum', PRICE_LABELS.hireMinimum, missing), kind: 'limit' })
  return lines.filter(({ unit_minor }) => unit_minor > 0)
}

export const hirePrice = (tariff: TariffForHire, extent: Extent): Price =>
  priceOf(hireLines(tariff, extent), [tariff.currency])

/** Multiplies before it divides into hours, because five sixths of an hour have no exact decimal. */
function timeLine({ min_hours, per_hour_minor }: TariffForHire, lastsMs: number): DraftLine {
  const least = new Big(min_hours)
  const isShort = least.times(HOUR_MS).gte(lastsMs)
  const hours = isShort ? min_hours : new Big(lastsMs).div(HOUR_MS).round(2).toNumber()
  const amount = isShort ? whole(least.times(per_hour_minor)) : multiplyDivide(lastsMs, per_hour_minor, HOUR_MS)
  return line('hire_time', timeLabel(hours), amount)
}

const line = (code: string, label: DraftLine['label'], amount: number): DraftLine => ({
  kind: 'base_fare',
  code,
  label,
  quantity: 1,
  unit_minor: amount,
})

/** Rounds half away from zero to whole minor units. */
const whole = (amount: Big): number => amount.round(0, Big.roundHalfUp).toNumber()
