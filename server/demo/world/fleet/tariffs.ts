import { idOf } from '../chance'
import type { Clock } from '../clock'
import { CURRENCY } from '../network/fares'
import type { FullRow } from '../rows'
import { vehicleTypeId } from './vehicle-types'

/** Euros: base, per kilometre, per hour, minimum; and the fixed price between the airport and Marbella. */
const TARIFFS: readonly {
  type: string
  base: number
  perKm: number
  perHour: number
  least: number
  toMarbella?: number
}[] = [
  { type: 'SALOON-3', base: 25, perKm: 1.35, perHour: 0, least: 45, toMarbella: 89 },
  { type: 'VAN-7', base: 30, perKm: 1.55, perHour: 0, least: 60, toMarbella: 105 },
  { type: 'MINI-19', base: 60, perKm: 1.9, perHour: 18, least: 140, toMarbella: 190 },
  { type: 'ACC-16', base: 60, perKm: 1.9, perHour: 18, least: 140 },
  { type: 'MIDI-35', base: 110, perKm: 2.2, perHour: 26, least: 260 },
  { type: 'COACH-55', base: 140, perKm: 2.4, perHour: 32, least: 320, toMarbella: 340 },
]

const INCLUDED_KM = 10

export function hireTariffs(clock: Clock): FullRow<'hire_tariffs'>[] {
  const validFrom = clock.day(-200)
  const since = `${validFrom}T07:30:00Z`
  return TARIFFS.flatMap(({ type, base, perKm, perHour, least, toMarbella }) => {
    const common = {
      vehicle_type_id: vehicleTypeId(type),
      currency: CURRENCY,
      min_hours: perHour > 0 ? 3 : 0,
      valid_from: validFrom,
      valid_to: null,
      created_at: since,
      updated_at: since,
    }
    const general = {
      ...common,
      id: idOf('hire-tariff', type),
      from_zone: null,
      to_zone: null,
      base_minor: base * 100,
      included_km: INCLUDED_KM,
      per_km_minor: Math.round(perKm * 100),
      per_hour_minor: perHour * 100,
      min_charge_minor: least * 100,
    }
    if (toMarbella === undefined) return [general]
    const fixed = {
      ...common,
      id: idOf('hire-tariff', type, 'MALAGA', 'MARBELLA'),
      from_zone: 'MALAGA',
      to_zone: 'MARBELLA',
      base_minor: toMarbella * 100,
      included_km: 70,
      per_km_minor: Math.round(perKm * 100),
      per_hour_minor: 0,
      min_hours: 0,
      min_charge_minor: toMarbella * 100,
    }
    return [general, fixed]
  })
}
