import { sql } from 'kysely'
import type { Manifest, ManifestParty } from '../../../../contract/operations/manifest'
import type { I18nText } from '../../../../contract/core/scalars'
import type { Reader } from '../../../db/transaction'
import { SEATED } from '../../../domain/reservations/status'

/** Returns the manifest of a journey; undefined without a journey. */
export async function manifestOf(reader: Reader, journeyId: string): Promise<Manifest | undefined> {
  const { rows } = await sql<ManifestParty>`
    select r.id as reservation_id, r.version, r.reference,
      case
        when l.direction = 'return' and r.way_back = 'ahead' then 'confirmed'
        when l.direction = 'outbound' and r.way_back = 'begun' then 'completed'
        else r.status
      end as status, r.lead_name, r.lead_phone, r.lead_email, r.locale,
      l.board_seq, l.alight_seq, r.seats, r.currency, r.customer_notes,
      greatest(0, r.total_minor - r.paid_minor) as amount_due_minor,
      people.list as passengers, extras.list as extras, extras.luggage_units
    from reservation_legs l join reservations r on r.id = l.reservation_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('position', p.position, 'name', p.name, 'category', p.category,
        'needs', p.needs, 'seat_label', p.seat_label, 'status', case
          when p.status = 'cancelled' then p.status
          when l.direction = 'return' and r.way_back = 'ahead' then 'booked'
          when l.direction = 'outbound' and r.way_back = 'begun' then coalesce(p.outbound_status, p.status)
          else p.status
        end) order by p.position), '[]') as list
      from reservation_passengers p where p.reservation_id = r.id
    ) people
    cross join lateral (
      select coalesce(json_agg(json_build_object('addon_id', a.id, 'code', a.code, 'name', a.name,
          'category', a.category, 'quantity', u.units) order by a.code), '[]') as list,
        coalesce(sum((a.consumes->>'luggage_units')::int * u.units), 0)::int as luggage_units
      from jsonb_to_recordset(r.addon_units) u (addon_id uuid, units int, direction text, legs int[])
      join addons a on a.id = u.addon_id
      where coalesce(u.direction, l.direction) = l.direction and (u.legs is null or l.position = any(u.legs))
    ) extras
    where l.journey_id = ${journeyId} and r.environment = 'live' and r.status = any(${[...SEATED]}::text[])
    order by l.board_seq, r.lead_name, r.reference`.execute(reader)
  const found =
    rows.length > 0 ||
    (await reader.selectFrom('journeys').select('id').where('id', '=', journeyId).executeTakeFirst()) !== undefined
  return found ? { journey_id: journeyId, parties: rows } : undefined
}

export interface SheetFacts {
  code: string
  route: I18nText
  departs_at: string
  timezone: string
  vehicle: string | null
  driver: string | null
  operator: string | null
  stops: { seq: number; name: I18nText; departs_at: string; timezone: string }[]
}

/** Returns the header and stops of a printed manifest; undefined without a journey. */
export async function sheetFacts(reader: Reader, journeyId: string): Promise<SheetFacts | undefined> {
  const { rows } = await sql<SheetFacts>`
    select j.code, r.name as route, j.departs_at, j.timezone, v.registration_plate as vehicle,
      p.first_name || ' ' || p.last_name as driver, coalesce(o.trading_name, o.legal_name) as operator,
      (select json_agg(json_build_object('seq', c.seq, 'name', s.name,
        'departs_at', coalesce(c.expected_depart, c.planned_depart), 'timezone', s.timezone) order by c.seq)
        from journey_calls c join stations s on s.id = c.station_id where c.journey_id = j.id) as stops
    from journeys j join routes r on r.id = j.route_id
    left join vehicles v on v.id = j.vehicle_id left join staff p on p.id = j.driver_id
    left join partners o on o.id = j.operated_by_partner_id
    where j.id = ${journeyId}`.execute(reader)
  return rows[0]
}
