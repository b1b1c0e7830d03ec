import { idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import type { Clock } from '../clock'
import type { RowOf } from '../rows'
import { inFive } from '../texts'

export const vehicleTypeId = (code: string): string => idOf('vehicle-type', code)

type Type = Omit<RowOf<'vehicle_types'>, 'id' | 'status' | 'standing_capacity'> & {
  seats: number
  wheelchair_spaces: number
  luggage_units: number
  child_seats: number
  turnaround_min: number
  required_licence_categories: NonNullable<RowOf<'vehicle_types'>['required_licence_categories']>
}

const VEHICLE_TYPES: readonly Type[] = [
  {
    code: 'SALOON-3',
    name: inFive(
      'Executive saloon, 3 seats',
      'سيارة تنفيذية، 3 مقاعد',
      'Berline exécutive, 3 places',
      'Limousine der oberen Klasse, 3 Plätze',
      'Berlina ejecutiva, 3 plazas',
    ),
    category: 'sedan',
    seats: 3,
    wheelchair_spaces: 0,
    luggage_units: 3,
    child_seats: 1,
    amenities: ['wifi', 'power', 'air_conditioning'],
    turnaround_min: 10,
    required_licence_categories: ['B', 'D1', 'D'],
  },
  {
    code: 'VAN-7',
    name: inFive(
      'Minivan, 7 seats',
      'ميني فان، 7 مقاعد',
      'Monospace, 7 places',
      'Kleinbus, 7 Plätze',
      'Monovolumen, 7 plazas',
    ),
    category: 'minivan',
    seats: 7,
    wheelchair_spaces: 0,
    luggage_units: 8,
    child_seats: 3,
    amenities: ['wifi', 'air_conditioning'],
    turnaround_min: 10,
    required_licence_categories: ['B', 'D1', 'D'],
  },
  {
    code: 'MINI-19',
    name: inFive(
      'Minibus, 19 seats',
      'حافلة صغيرة، 19 مقعدًا',
      'Minibus, 19 places',
      'Minibus, 19 Plätze',
      'Microbús, 19 plazas',
    ),
    category: 'minibus',
    seats: 19,
    wheelchair_spaces: 0,
    luggage_units: 19,
    child_seats: 4,
    amenities: ['air_conditioning', 'power'],
    turnaround_min: 10,
    required_licence_categories: ['D', 'DE'],
  },
  {
    code: 'ACC-16',
    name: inFive(
      'Accessible minibus with lift, 16 seats',
      'حافلة صغيرة مجهزة برافعة، 16 مقعدًا',
      'Minibus accessible avec élévateur, 16 places',
      'Barrierefreier Minibus mit Hebebühne, 16 Plätze',
      'Microbús accesible con elevador, 16 plazas',
    ),
    category: 'accessible',
    seats: 16,
    wheelchair_spaces: 4,
    luggage_units: 12,
    child_seats: 2,
    amenities: ['air_conditioning', 'ramp'],
    turnaround_min: 15,
    required_licence_categories: ['D', 'DE'],
  },
  {
    code: 'MIDI-35',
    name: inFive(
      'Midi coach, 35 seats',
      'حافلة متوسطة، 35 مقعدًا',
      'Autocar moyen, 35 places',
      'Midi-Reisebus, 35 Plätze',
      'Autocar mediano, 35 plazas',
    ),
    category: 'coach',
    seats: 35,
    wheelchair_spaces: 1,
    luggage_units: 40,
    child_seats: 4,
    amenities: ['wifi', 'air_conditioning', 'reclining_seats'],
    turnaround_min: 15,
    required_licence_categories: ['D', 'DE'],
  },
  {
    code: 'COACH-55',
    name: inFive(
      'Touring coach, 55 seats',
      'حافلة سياحية، 55 مقعدًا',
      'Autocar grand tourisme, 55 places',
      'Reisebus, 55 Plätze',
      'Autocar, 55 plazas',
    ),
    category: 'coach',
    seats: 55,
    wheelchair_spaces: 1,
    luggage_units: 70,
    child_seats: 6,
    amenities: ['wifi', 'power', 'toilet', 'air_conditioning', 'reclining_seats'],
    turnaround_min: 15,
    required_licence_categories: ['D', 'DE'],
  },
]

export function vehicleTypes(clock: Clock): RowOf<'vehicle_types'>[] {
  const since = `${dayAfter(clock.today, -410)}T09:15:00Z`
  return VEHICLE_TYPES.map((type) => ({
    ...type,
    id: vehicleTypeId(type.code),
    standing_capacity: 0,
    status: 'active',
    created_at: since,
    updated_at: since,
  }))
}

/** @throws RangeError for an unknown code. */
export function typeOf(code: string): Type {
  const type = VEHICLE_TYPES.find((candidate) => candidate.code === code)
  if (!type) throw new RangeError(`There is no vehicle type ${code}.`)
  return type
}
