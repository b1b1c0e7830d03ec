import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { I18nText } from '../../../../contract/core/scalars'
import type { TicketRide } from '../../../documents/ticket'
import type { Reader } from '../../../db/transaction'

interface CallRow {
  journey_id: string
  code: string
  seq: number
  name: I18nText
  timezone: string
  platform: string | null
  arrives: string
  departs: string
  arrives_expected: string
  departs_expected: string
}

/** The rides of a reservation with the names and clocks of their ends; a hire has none. */
export async function ridesOf(reader: Reader, { legs }: Pick<Reservation, 'legs'>): Promise<TicketRide[]> {
  const ids = legs.map((leg) => leg.journey_id)
  const { rows } = await sql<CallRow>`
    select c.journey_id, j.code, c.seq, s.name, s.timezone, coalesce(c.platform, s.platform_code) as platform,
      c.planned_arrive as arrives, c.planned_depart as departs,
      coalesce(c.expected_arrive, c.planned_arrive) as arrives_expected,
      coalesce(c.expected_depart, c.planned_depart) as departs_expected
    from journey_calls c join journeys j on j.id = c.journey_id join stations s on s.id = c.station_id
    where c.journey_id = any(${ids}::uuid[])`.execute(reader)
  const call = (journeyId: string, seq: number) => rows.find((row) => row.journey_id === journeyId && row.seq === seq)
  return legs.flatMap(({ journey_id, board_seq, alight_seq }): TicketRide[] => {
    const [from, to] = [call(journey_id, board_seq), call(journey_id, alight_seq)]
    return from && to
      ? [
          {
            journeyCode: from.code,
            from: { ...from, at: from.departs, expectedAt: from.departs_expected },
            to: { ...to, at: to.arrives, expectedAt: to.arrives_expected },
          },
        ]
      : []
  })
}

/** The name that the company goes by. */
export async function companyName(reader: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from company`.execute(reader)
  return rows[0]?.name ?? ''
}
