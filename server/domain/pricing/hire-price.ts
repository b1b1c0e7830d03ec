import Big from 'big.js'
import type { HireTariff } from '../../../contract/entities/hire-tariff'
import { priceOf, type DraftLine, type Price } from './price'

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

interface Extent {
  /** Null = not known: charged as none. */
  distanceKm: number | null
  /** Instants. */
  startsAt: string
  endsAt: string
}

const HOUR_MS = 3_600_000

/** The tariff of a vehicle type that holds for a hire: one that names its zones before one that holds for any. */
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

/** The price of a hire: base + distance beyond what it includes + time, raised to the minimum charge. */
export function hirePrice(tariff: TariffForHire, { distanceKm, startsAt, endsAt }: Extent): Price {
  const km = Math.max(0, new Big(distanceKm ?? 0).minus(tariff.included_km).toNumber())
  const hours = new Big(Date.parse(endsAt) - Date.parse(startsAt)).div(HOUR_MS)
  const charged = hours.gt(tariff.min_hours) ? hours : new Big(tariff.min_hours)
  const lines = [
    line('hire_base', 'Base price', tariff.base_minor),
    line('hire_distance', `Distance, ${km} km`, whole(new Big(km).times(tariff.per_km_minor))),
    line('hire_time', `Time, ${charged.round(2).toNumber()} h`, whole(charged.times(tariff.per_hour_minor))),
  ]
  const missing = tariff.min_charge_minor - lines.reduce((sum, { unit_minor }) => sum + unit_minor, 0)
  if (missing > 0) lines.push({ ...line('hire_minimum', 'Up to the minimum charge', missing), kind: 'limit' })
  return priceOf(
    lines.filter(({ unit_minor }) => unit_minor > 0),
    [tariff.currency],
  )
}

const line = (code: string, english: string, amount: number): DraftLine => ({
  kind: 'base_fare',
  code,
  label: { en: english },
  quantity: 1,
  unit_minor: amount,
})

/** Half away from zero, to whole minor units. */
const whole = (amount: Big): number => amount.round(0, Big.roundHalfUp).toNumber()
