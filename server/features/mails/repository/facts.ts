import { sql } from 'kysely'
import type { HirePlace } from '../../../../contract/entities/reservation-parts'
import type { I18nText } from '../../../../contract/core/scalars'
import type { Reader } from '../../../db/transaction'
import type { CompanyFacts, JourneyFacts } from '../compose'

export const companyOf = (reader: Reader): Promise<CompanyFacts> =>
  reader.selectFrom('company').select(['name', 'timezone', 'contact_email', 'contact_phone']).executeTakeFirstOrThrow()

export function journeysOf(reader: Reader, ids: readonly string[]): Promise<JourneyFacts[]> {
  if (ids.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('journeys')
    .select(['id', 'code', 'departs_at', 'timezone', 'delay_min', 'service_status'])
    .where('id', 'in', [...ids])
    .execute()
}

/** Returns the booked reservations of a journey that have an email address. */
export async function waitingFor(reader: Reader, journeyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r
    where r.environment = 'live' and r.status in ('confirmed', 'checked_in') and r.lead_email is not null
      and r.id in (select reservation_id from reservation_legs where journey_id = ${journeyId})
    order by r.id`.execute(reader)
  return rows.map((row) => row.id)
}

/** Returns the name of a hire's endpoint: its address, or the name of its station. */
export async function placeName(reader: Reader, { address, station_id: id }: HirePlace): Promise<I18nText> {
  if (address !== null || id === null) return { en: address ?? '' }
  const station = await reader.selectFrom('stations').select('name').where('id', '=', id).executeTakeFirst()
  return station?.name ?? { en: '' }
}
