import type { VEHICLE_STATUSES } from '../../../../contract/core/vocabulary'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import { HOUR_MS, type Clock } from '../clock'
import { stationId } from '../network/stations'
import type { RowOf } from '../rows'
import { userId } from '../people/users'
import { typeOf, vehicleTypeId } from './vehicle-types'

/** Models of a vehicle type, with the start of their vehicle identification numbers. */
interface Model {
  make: string
  model: string
  vin: string
}

const SETRA = { make: 'Setra', model: 'S 515 HD', vin: 'WKK' }
const IRIZAR = { make: 'Irizar', model: 'i6S', vin: 'VS9' }
const MAN = { make: 'MAN', model: 'Lion’s Coach', vin: 'WMA' }
const VOLVO = { make: 'Volvo', model: '9700', vin: 'YV3' }
const TEMSA = { make: 'Temsa', model: 'MD9', vin: 'NLT' }
const SPRINTER = { make: 'Mercedes-Benz', model: 'Sprinter 519', vin: 'WDB' }
const DAILY = { make: 'Iveco', model: 'Daily 70C', vin: 'ZCF' }
const V_CLASS = { make: 'Mercedes-Benz', model: 'V 300', vin: 'WDF' }
const E_CLASS = { make: 'Mercedes-Benz', model: 'E 300', vin: 'W1K' }

const FLEET: readonly { type: string; letter: string; home: readonly string[]; models: readonly Model[] }[] = [
  {
    type: 'COACH-55',
    letter: 'C',
    home: ['MLG-BUS', 'MLG-BUS', 'EST', 'MLG-BUS', 'GRX-BUS', 'EST'],
    models: [SETRA, SETRA, IRIZAR, IRIZAR, IRIZAR, MAN, MAN, VOLVO, VOLVO, SETRA, IRIZAR, MAN],
  },
  { type: 'MIDI-35', letter: 'M', home: ['AGP', 'BANUS'], models: [TEMSA, TEMSA, TEMSA, TEMSA] },
  { type: 'MINI-19', letter: 'B', home: ['AGP'], models: [SPRINTER, SPRINTER, SPRINTER, DAILY, DAILY] },
  { type: 'ACC-16', letter: 'A', home: ['AGP'], models: [SPRINTER, SPRINTER] },
  { type: 'VAN-7', letter: 'V', home: ['AGP', 'MAR'], models: [V_CLASS, V_CLASS, V_CLASS] },
  { type: 'SALOON-3', letter: 'S', home: ['MAR'], models: [E_CLASS, E_CLASS] },
]

/** Exceptions of single vehicles; days are counted from today. */
const SPECIAL: Readonly<Record<string, { inspection?: number; insurance?: number; seats?: number }>> = {
  C03: { inspection: 9 },
  C07: { insurance: 12 },
  C08: { seats: 53 },
  C11: { inspection: -6 },
  M02: { inspection: 16 },
  B04: { insurance: 5 },
  V02: { inspection: 27 },
}

export const BROKEN_DOWN = 'C11'
const RETIRED = 'C12'

export interface Vehicle {
  id: string
  fleetCode: string
  type: string
  seats: number
  home: string
  /** Last days of the inspection and of the insurance, `YYYY-MM-DD`. */
  inspectionUntil: string
  insuranceUntil: string
  isUsable: boolean
}

const codeOf = (letter: string, index: number) => `${letter}${String(index + 1).padStart(2, '0')}`

export const vehicleId = (fleetCode: string): string => idOf('vehicle', fleetCode)

/** Returns the fleet in the form that the roster uses. */
export const fleet = (clock: Clock): Vehicle[] =>
  FLEET.flatMap(({ type, letter, home, models }) =>
    models.map((_, index) => {
      const fleetCode = codeOf(letter, index)
      const special = SPECIAL[fleetCode]
      const papers = new Chance(`papers ${fleetCode}`)
      return {
        id: vehicleId(fleetCode),
        fleetCode,
        type,
        seats: special?.seats ?? typeOf(type).seats,
        home: home[index % home.length] ?? 'MLG-BUS',
        inspectionUntil: clock.day(special?.inspection ?? papers.int(40, 330)),
        insuranceUntil: clock.day(special?.insurance ?? papers.int(40, 350)),
        isUsable: fleetCode !== BROKEN_DOWN && fleetCode !== RETIRED,
      }
    }),
  )

export function vehicles(clock: Clock): RowOf<'vehicles'>[] {
  const thisYear = Number(clock.today.slice(0, 4))
  const known = new Map(fleet(clock).map((vehicle) => [vehicle.fleetCode, vehicle]))
  return FLEET.flatMap(({ type, letter, home, models }) =>
    models.map((model, index) => {
      const fleetCode = codeOf(letter, index)
      const chance = new Chance(`vehicle ${fleetCode}`)
      const age = fleetCode === RETIRED ? 14 : chance.int(1, 9)
      const special = SPECIAL[fleetCode]
      const plate = `${chance.digits(4)} ${PLATE_YEARS[Math.min(age, PLATE_YEARS.length - 1)] ?? 'L'}${chance.text('BCDFGHJKLMNPRSTVWXYZ', 2)}`
      return {
        id: vehicleId(fleetCode),
        fleet_code: fleetCode,
        registration_plate: plate,
        vehicle_type_id: vehicleTypeId(type),
        seats_override: special?.seats ?? null,
        vin: `${model.vin}${chance.text('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 8)}${chance.digits(6)}`,
        make: model.make,
        model: model.model,
        year: thisYear - age,
        home_station_id: stationId(home[index % home.length] ?? 'MLG-BUS'),
        odometer_km: age * chance.int(52_000, 88_000) + chance.int(0, 9_999),
        inspection_expires_on: known.get(fleetCode)?.inspectionUntil ?? null,
        insurance_expires_on: known.get(fleetCode)?.insuranceUntil ?? null,
        status: statusOf(fleetCode),
        status_reason: fleetCode === BROKEN_DOWN ? 'Gearbox damaged, waiting for the part' : null,
        created_at: `${dayAfter(clock.today, -405 + index)}T10:00:00Z`,
        updated_at: `${clock.day(fleetCode === BROKEN_DOWN ? -2 : -chance.int(10, 120))}T11:20:00Z`,
      }
    }),
  )
}

function statusOf(fleetCode: string): (typeof VEHICLE_STATUSES)[number] {
  if (fleetCode === RETIRED) return 'retired'
  return fleetCode === BROKEN_DOWN ? 'out_of_service' : 'available'
}

/** First letters of Spanish plates, from this year's backwards. */
const PLATE_YEARS = ['N', 'N', 'M', 'M', 'L', 'L', 'K', 'K', 'K', 'J', 'J'] as const

/** Returns one open breakdown, one future inspection and some past ones. */
export function vehicleDowntimes(clock: Clock): (RowOf<'vehicle_downtimes'> & { ends_at: string | null })[] {
  const at = (day: number, time: string) => utcText(clock.at(clock.day(day), time))
  const workshop = userId('dispatcher')
  const downtimes = [
    {
      code: BROKEN_DOWN,
      from: at(-2, '11:10'),
      to: null,
      kind: 'breakdown' as const,
      note: 'Gearbox. The part is ordered; the workshop expects it within the week.',
    },
    {
      code: 'A02',
      from: at(3, '08:00'),
      to: at(3, '14:00'),
      kind: 'inspection' as const,
      note: 'Periodic inspection, Málaga test centre.',
    },
    {
      code: 'V01',
      from: at(-5, '09:00'),
      to: at(-5, '13:30'),
      kind: 'maintenance' as const,
      note: 'Brake pads and tyres.',
    },
    { code: 'B05', from: at(-1, '14:00'), to: at(-1, '17:00'), kind: 'cleaning' as const, note: 'Deep cleaning.' },
    {
      code: 'S02',
      from: at(6, '09:00'),
      to: at(7, '18:00'),
      kind: 'maintenance' as const,
      note: 'Service at 120,000 km.',
    },
  ]
  return downtimes.map(({ code, from, to, kind, note }) => {
    const reported = utcText(Math.min(Date.parse(from), clock.now - 20 * HOUR_MS))
    return {
      id: idOf('downtime', code),
      vehicle_id: vehicleId(code),
      starts_at: from,
      ends_at: to,
      kind,
      note,
      created_by_user_id: workshop,
      created_at: reported,
      updated_at: reported,
    }
  })
}
