import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Reader, Tx } from '../../../db/transaction'
import type { FareForSale } from '../../../domain/pricing/fares'
import { hirePrice, tariffFor, type TariffForHire } from '../../../domain/pricing/hire-price'
import { canonicalPrice, priceOf, type Price } from '../../../domain/pricing/price'
import { seatPrice, type LegToPrice } from '../../../domain/pricing/seat-price'
import { invalid } from '../../../http/refusal'
import type { BookedCall, BookedJourney, BookedLeg } from './journeys'

type PriceColumns = Pick<Reservation, 'price_lines' | 'price_hash' | 'total_minor' | 'currency'>

/** A leg of which both calls are known to exist. */
export type SoldLeg = BookedLeg & { board: BookedCall; alight: BookedCall }

/** @throws Refusal validation when the fares are in several currencies. */
export async function priceSeats(
  tx: Tx,
  legs: readonly SoldLeg[],
  passengers: readonly ReservationPassenger[],
): Promise<PriceColumns> {
  const priced: LegToPrice[] = []
  for (const { journey, board, alight } of legs)
    priced.push({
      routeCode: journey.route_code,
      fares: await faresFor(tx, journey, board, alight),
      origin: { id: board.station_id, name: board.name },
      destination: { id: alight.station_id, name: alight.name },
      vehicleTypeId: journey.vehicle_type_id,
      serviceDate: journey.service_date,
    })
  return columnsOf(tx, seatPrice(priced, passengers), 'legs')
}

async function faresFor(tx: Tx, journey: BookedJourney, board: BookedCall, alight: BookedCall): Promise<FareForSale[]> {
  const { rows } = await sql<FareForSale>`
    select origin_station_id, destination_station_id, passenger_category, vehicle_type_id, amount_minor, currency,
      valid_from, valid_to
    from fares
    where route_id = ${journey.route_id}
      and (origin_station_id is null
        or (origin_station_id = ${board.station_id} and destination_station_id = ${alight.station_id}))`.execute(tx)
  return rows
}

/** Without a tariff that holds, a hire has no price yet: total 0 and no lines. */
export async function priceHire(tx: Tx, hire: Hire): Promise<PriceColumns> {
  const { rows: tariffs } = await sql<TariffForHire>`
    select from_zone, to_zone, currency, base_minor, included_km, per_km_minor, per_hour_minor, min_hours,
      min_charge_minor, valid_from, valid_to
    from hire_tariffs where vehicle_type_id = ${hire.vehicle_type_id}`.execute(tx)
  const { timezone } = await companyOf(tx)
  const zones = await zonesOf(tx, [hire.pickup.station_id, hire.dropoff.station_id])
  const zone = (id: string | null) => (id === null ? null : (zones.get(id.toLowerCase()) ?? null))
  const tariff = tariffFor(tariffs, {
    fromZone: zone(hire.pickup.station_id),
    toZone: zone(hire.dropoff.station_id),
    date: Temporal.Instant.from(hire.starts_at).toZonedDateTimeISO(timezone).toPlainDate().toString(),
  })
  const extent = { distanceKm: hire.distance_km, startsAt: hire.starts_at, endsAt: hire.ends_at }
  return columnsOf(tx, tariff ? hirePrice(tariff, extent) : priceOf([], []), 'hire')
}

async function columnsOf(tx: Tx, price: Price, field: 'legs' | 'hire'): Promise<PriceColumns> {
  if (price.currencies.length > 1)
    throw invalid([
      {
        path: field,
        message: `The fares are in several currencies (${price.currencies.join(', ')}): book the journeys separately.`,
      },
    ])
  const currency = price.currencies[0] ?? (await companyOf(tx)).currency
  const price_hash = createHash('sha256').update(canonicalPrice(currency, price.lines)).digest('hex')
  return { price_lines: price.lines, price_hash, total_minor: price.total, currency }
}

async function companyOf(reader: Reader): Promise<{ currency: string; timezone: string }> {
  return reader.selectFrom('company').select(['currency', 'timezone']).executeTakeFirstOrThrow()
}

async function zonesOf(reader: Reader, stationIds: readonly (string | null)[]): Promise<Map<string, string | null>> {
  const ids = stationIds.filter((id) => id !== null)
  const { rows } = await sql<{ id: string; zone_code: string | null }>`
    select id, zone_code from stations where id = any(${ids}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.zone_code]))
}
