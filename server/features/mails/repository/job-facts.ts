import { sql } from 'kysely'
import type { Hire, HirePlace } from '../../../../contract/entities/reservation-parts'
import type { I18nText } from '../../../../contract/core/scalars'
import type { PASSENGER_NEEDS } from '../../../../contract/core/vocabulary'
import type { Language } from '../../../../contract/core/languages'
import type { JobMailCause } from '../follow'
import type { Reader, Tx } from '../../../db/transaction'
import { placeName } from './facts'

type Need = (typeof PASSENGER_NEEDS)[number]

export interface JobStop {
  name: I18nText
  /** Instant; null where no time is agreed. */
  at: string | null
  timezone: string
  /** Special needs of each passenger who boards here. */
  getOn: Need[][]
  people: number
}

/** A journey or hire as its operating company sees it: no prices, and of the passengers only what a driver needs. */
export interface JobFacts {
  id: string
  /** Code of the journey, or reference of the hire. */
  label: string
  /** Company that operates it now; null when we do. */
  partner_id: string | null
  /** True until the job is completed or cancelled. */
  runs: boolean
  starts_at: string
  timezone: string
  route: I18nText | null
  vehicle_type: I18nText
  stops: JobStop[]
  /** Contact person of a hire. */
  lead: { name: string; phone: string | null } | null
}

/**
 * Locks a job for share, so that it cannot be withdrawn before its mail is written.
 * A later withdrawal mail then finds the earlier mail.
 */
export async function lockJob(tx: Tx, { source, entity_id }: JobMailCause): Promise<void> {
  await tx.selectFrom(source).select('id').where('id', '=', entity_id).forShare().execute()
}

export const jobFacts = (reader: Reader, { source, entity_id }: JobMailCause): Promise<JobFacts | null> =>
  source === 'journeys' ? journeyFacts(reader, entity_id) : hireFacts(reader, entity_id)

type Row = Omit<JobFacts, 'stops' | 'lead'>
type StopRow = Omit<JobStop, 'getOn' | 'people'> & { seq: number }

async function journeyFacts(reader: Reader, id: string): Promise<JobFacts | null> {
  const { rows } = await sql<Row & { stops: StopRow[] }>`
    select j.id, j.code as label, j.operated_by_partner_id as partner_id,
      j.service_status not in ('completed', 'cancelled') as runs, j.departs_at as starts_at, j.timezone, r.name as route,
      t.name as vehicle_type,
      (select json_agg(json_build_object('seq', c.seq, 'name', s.name, 'timezone', s.timezone,
          'at', coalesce(c.expected_depart, c.planned_depart)) order by c.seq)
        from journey_calls c join stations s on s.id = c.station_id where c.journey_id = j.id) as stops
    from journeys j join routes r on r.id = j.route_id join vehicle_types t on t.id = j.vehicle_type_id
    where j.id = ${id}`.execute(reader)
  const [job] = rows
  if (!job) return null
  const { rows: people } = await sql<{ board_seq: number; needs: Need[] }>`
    select l.board_seq, p.needs from reservation_legs l join reservations r on r.id = l.reservation_id
    join reservation_passengers p on p.reservation_id = r.id
    where l.journey_id = ${id} and r.environment = 'live' and r.status in ('confirmed', 'checked_in', 'boarded')
      and p.status <> 'cancelled'`.execute(reader)
  const stops = job.stops.map(({ seq, ...stop }) => {
    const getOn = people.filter(({ board_seq }) => board_seq === seq).map(({ needs }) => needs)
    return { ...stop, getOn, people: getOn.length }
  })
  return { ...job, stops, lead: null }
}

interface HireRow extends Row {
  hire: Hire
  lead_name: string
  lead_phone: string | null
  needs: Need[][]
}

async function hireFacts(reader: Reader, id: string): Promise<JobFacts | null> {
  const { rows } = await sql<HireRow>`
    select r.id, r.reference as label, r.operated_by_partner_id as partner_id,
      r.environment = 'live' and r.status in ('confirmed', 'checked_in', 'boarded') as runs, r.travel_at as starts_at,
      coalesce(s.timezone, company.timezone) as timezone, null as route, t.name as vehicle_type, r.hire, r.lead_name,
      r.lead_phone, (select coalesce(json_agg(p.needs), '[]') from reservation_passengers p
        where p.reservation_id = r.id and p.status <> 'cancelled') as needs
    from reservations r cross join company left join stations s on s.id = r.origin_station_id
    join vehicle_types t on t.id = (r.hire->>'vehicle_type_id')::uuid
    where r.id = ${id}`.execute(reader)
  const [found] = rows
  if (!found) return null
  const { hire, lead_name: name, lead_phone: phone, needs, ...job } = found
  const stop = async (place: HirePlace, at: string | null): Promise<JobStop> => ({
    name: await placeName(reader, place),
    at,
    timezone: job.timezone,
    getOn: [],
    people: 0,
  })
  const pickup = { ...(await stop(hire.pickup, hire.starts_at)), getOn: needs, people: hire.passengers }
  const via: JobStop[] = []
  for (const place of hire.via) via.push(await stop(place, null))
  return { ...job, stops: [pickup, ...via, await stop(hire.dropoff, hire.ends_at)], lead: { name, phone } }
}

/** Returns the email address and language of a company. */
export const addressOf = (
  reader: Reader,
  partnerId: string,
): Promise<{ recipient: string; language: Language } | undefined> =>
  reader
    .selectFrom('partners')
    .select(['contact_email as recipient', 'locale as language'])
    .where('id', '=', partnerId)
    .executeTakeFirst()

/** Checks whether a job was ever farmed out: a company without that mail gets no withdrawal mail. */
export async function wasFarmedOut(reader: Reader, jobId: string): Promise<boolean> {
  const found = await reader
    .selectFrom('mails')
    .select('id')
    .where('entity_id', '=', jobId)
    .where('kind', '=', 'job_farmed_out')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
