import type { Hire, HirePlace } from '../../../../contract/entities/reservation-parts'
import { NO_SPACE } from '../../../domain/availability/space'
import { hirePrice, tariffFor, type TariffForHire } from '../../../domain/pricing/hire-price'
import { priceOf } from '../../../domain/pricing/price'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance } from '../chance'
import { DAY_MS, HOUR_MS, MINUTE_MS, localDay, type Clock } from '../clock'
import { typeOf, vehicleTypeId } from '../fleet/vehicle-types'
import { PLACES } from '../network/places'
import { stationId } from '../network/stations'
import type { Booking, Party } from './booking'
import { makeGroup, makeParty, type Clientele } from './party'

const HIRES = 42
const FIRST_DAY = -7
const LAST_DAY = 21
const LARGE_SEATS = 10
/** Longer hires are day trips, which start in the morning. */
const DAY_TRIP_HOURS = 4
const MORNINGS = ['07:30', '08:00', '08:30'] as const
const TIMES = ['06:30', '08:00', '09:15', '10:30', '12:45', '15:00', '17:30', '20:15'] as const

/** Invented addresses near the coast, with their position in degrees. */
const ADDRESSES: readonly { address: string; latitude: number; longitude: number }[] = [
  { address: 'Villa Jacaranda, Calle del Almendro 12, Marbella', latitude: 36.5141, longitude: -4.9052 },
  { address: 'Finca Los Olivos Viejos, Camino de Coín 4, Mijas', latitude: 36.5829, longitude: -4.6711 },
  { address: 'Apartamentos Brisa y Mar, Paseo Marítimo 88, Fuengirola', latitude: 36.5331, longitude: -4.6209 },
  { address: 'Golf clubhouse, Avenida del Prado 3, Estepona', latitude: 36.4502, longitude: -5.0876 },
  { address: 'Hotel Patio de los Naranjales, Calle Alta 21, Málaga', latitude: 36.7231, longitude: -4.4191 },
]

/** Typical routes of hires: stations by code or addresses by index, kilometres and hours. */
const TRIPS: readonly {
  from: string | number
  to: string | number
  via?: string
  km: number
  hours: number
  types: readonly string[]
}[] = [
  { from: 'AGP', to: 0, km: 56, hours: 1, types: ['SALOON-3', 'VAN-7'] },
  { from: 'AGP', to: 'BANUS', km: 62, hours: 1, types: ['SALOON-3', 'VAN-7', 'MINI-19'] },
  { from: 1, to: 'AGP', km: 29, hours: 1, types: ['VAN-7', 'SALOON-3', 'ACC-16'] },
  { from: 'MLG-PORT', to: 'MLG-PORT', via: 'ALHAMBRA', km: 274, hours: 10, types: ['MIDI-35', 'COACH-55', 'MINI-19'] },
  { from: 4, to: 'MLG-RAIL', km: 4, hours: 1, types: ['ACC-16', 'VAN-7'] },
  { from: 2, to: 2, via: 'RON', km: 184, hours: 9, types: ['COACH-55', 'MIDI-35'] },
  { from: 'AGP', to: 3, km: 78, hours: 2, types: ['MINI-19', 'VAN-7'] },
  { from: 'MLG-RAIL', to: 'COR-BUS', km: 162, hours: 3, types: ['MIDI-35', 'MINI-19'] },
  { from: 'MAR', to: 'AGP', km: 52, hours: 1, types: ['SALOON-3', 'VAN-7'] },
]

/** Returns hires of whole vehicles, for one party each. */
export function hires(
  clientele: Clientele,
  tariffs: readonly (TariffForHire & { vehicle_type_id: string })[],
  clock: Clock,
): Booking[] {
  return Array.from({ length: HIRES }, (_, index) => {
    const chance = new Chance(`hire ${clock.today} ${index}`)
    const day = clock.day(FIRST_DAY + Math.floor((index * (LAST_DAY - FIRST_DAY + 1)) / HIRES))
    const trip = chance.pick(TRIPS)
    const type = typeOf(chance.pick(trip.types))
    const startsAt = clock.at(day, chance.pick(trip.hours > DAY_TRIP_HOURS ? MORNINGS : TIMES))
    const party = partyFor(chance, clientele, type.seats)
    const passengers =
      type.seats > LARGE_SEATS
        ? chance.int(Math.ceil(type.seats / 2), type.seats)
        : Math.min(type.seats, party.passengers.length)
    const hire: Hire = {
      pickup: placeOf(trip.from),
      dropoff: placeOf(trip.to),
      via: trip.via === undefined ? [] : [placeOf(trip.via)],
      starts_at: utcText(startsAt),
      ends_at: utcText(startsAt + trip.hours * HOUR_MS),
      distance_km: trip.km + chance.int(0, 6),
      vehicle_type_id: vehicleTypeId(type.code),
      passengers,
      luggage_units: trip.hours > DAY_TRIP_HOURS ? 0 : Math.min(passengers, type.luggage_units ?? 0),
    }
    return {
      ...progressOf(chance, startsAt, startsAt + trip.hours * HOUR_MS, clock),
      key: `hire ${index}`,
      party: { ...party, passengers: party.passengers.slice(0, passengers) },
      legs: [],
      hire,
      holdExpiresAt: null,
      travelAt: startsAt,
      flight:
        trip.from === 'AGP'
          ? {
              number: `${chance.pick(['BA', 'LH', 'EI', 'VY'])}${chance.int(1, 9)}${chance.digits(3)}`,
              airport_iata: 'AGP',
              scheduled_at: utcText(startsAt - 45 * MINUTE_MS),
            }
          : null,
      returnOf: null,
      price: {
        ...priceHire(hire, tariffs),
        addons: [],
        addonUnits: [],
        aboard: { ...NO_SPACE, seats: hire.passengers },
        override: null,
      },
    }
  })
}

/** Large vehicles are hired by companies, small ones by any customer. */
function partyFor(chance: Chance, clientele: Clientele, seats: number): Party {
  if (seats > LARGE_SEATS) return makeGroup(chance, clientele.companies, 1)
  const party = makeParty(chance, clientele, seats)
  return { ...party, channel: party.partner ? 'phone' : party.channel, partner: null }
}

function progressOf(
  chance: Chance,
  startsAt: number,
  endsAt: number,
  { now }: Clock,
): Pick<Booking, 'status' | 'createdAt' | 'updatedAt' | 'cancelReason'> {
  const wanted = startsAt - chance.int(3, 40) * DAY_MS
  const createdAt = wanted <= now - HOUR_MS ? wanted : now - chance.int(2, 200) * HOUR_MS
  const roll = chance.next()
  const at = (status: Booking['status'], time: number, cancelReason: string | null = null) => ({
    status,
    createdAt,
    updatedAt: Math.min(now, Math.max(createdAt, time)),
    cancelReason,
  })
  if (roll < 0.07) return at('cancelled', createdAt + DAY_MS, 'The group changed its dates')
  if (endsAt <= now) return at('completed', endsAt)
  if (startsAt <= now) return at('boarded', startsAt)
  if (roll < 0.25) return at('pending', createdAt)
  return roll < 0.3
    ? at('rejected', createdAt + 5 * HOUR_MS, 'No vehicle of this size is free')
    : at('confirmed', createdAt + 3 * HOUR_MS)
}

function placeOf(place: string | number): HirePlace {
  if (typeof place === 'string') return { station_id: stationId(place), address: null, latitude: null, longitude: null }
  const address = ADDRESSES[place]
  if (!address) throw new RangeError(`There is no address ${place}.`)
  return { station_id: null, ...address }
}

function priceHire(hire: Hire, tariffs: readonly (TariffForHire & { vehicle_type_id: string })[]) {
  const zone = (place: HirePlace) => PLACES.find(({ code }) => stationId(code) === place.station_id)?.zone ?? null
  const tariff = tariffFor(
    tariffs.filter((candidate) => candidate.vehicle_type_id === hire.vehicle_type_id),
    { fromZone: zone(hire.pickup), toZone: zone(hire.dropoff), date: localDay(new Date(hire.starts_at)) },
  )
  return tariff
    ? hirePrice(tariff, { distanceKm: hire.distance_km, startsAt: hire.starts_at, endsAt: hire.ends_at })
    : priceOf([], [])
}
