import { redactBody } from '../../../domain/partner-logs/redact'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { DAY_MS, MINUTE_MS, type Clock } from '../clock'
import type { ReservationRows } from '../reservations/rows'
import type { FullRow } from '../rows'
import { SELLING_PARTNERS, credentialId, partnerId, type SellingPartner } from '../sales/partners'

type Call = FullRow<'partner_api_logs'>
type Reservation = ReservationRows['reservations'][number]

/** Length of the demo's log. */
const LOG_MS = 21 * DAY_MS
const SECOND_MS = 1000

interface Refused {
  status: number
  code: string
  title: string
}

const REFUSALS: readonly (readonly [Refused, weight: number])[] = [
  [{ status: 409, code: 'sold_out', title: 'Not enough seats are left' }, 5],
  [{ status: 409, code: 'price_changed', title: 'The price has changed' }, 3],
  [{ status: 422, code: 'validation', title: 'Some fields are not valid' }, 4],
  [{ status: 422, code: 'cutoff_passed', title: 'Sales for this departure have ended' }, 2],
  [{ status: 503, code: 'unavailable', title: 'Not available right now' }, 1],
]

interface Asked {
  at: number
  method: 'GET' | 'POST'
  path: string
  query?: string
  status: number
  code?: string
  durationMs: number
  request?: object
  response: object
  trip?: Reservation
}

/** Returns the calls of partners for their sales of the last weeks: programs with a key, people through the portal. */
export function partnerCalls(reservations: readonly Reservation[], clock: Clock): Call[] {
  return SELLING_PARTNERS.flatMap((partner) =>
    soldBy(partner, reservations)
      .flatMap((trip) => callsFor(trip, partner))
      .filter(({ at }) => at > clock.now - LOG_MS && at <= clock.now)
      .map((asked, index) => callOf(partner, asked, index)),
  )
}

export const soldBy = ({ code }: Pick<SellingPartner, 'code'>, reservations: readonly Reservation[]): Reservation[] =>
  reservations.filter(({ partner_id }) => partner_id === partnerId(code))

function callsFor(trip: Reservation, { code }: SellingPartner): Asked[] {
  const chance = new Chance(`calls for ${trip.id}`)
  const at = Date.parse(trip.created_at)
  const answer = {
    id: trip.id,
    reference: trip.reference,
    partner_reference: trip.partner_reference,
    status: 'on_hold',
  }
  const party = { lead_name: trip.lead_name, partner_reference: trip.partner_reference, seats: trip.seats }
  const create = { method: 'POST', path: '/api/partner/trips/', request: party } as const
  const sold: Asked = { ...create, at, status: 201, durationMs: chance.int(60, 320), response: answer, trip }
  const calls: Asked[] = isProgram(code) ? [...searches(trip, chance), sold] : [sold]
  if (chance.is(0.05)) {
    const { status, code: problem, title } = chance.weighted(REFUSALS)
    const response = { title, status, code: problem, retryable: status === 503 }
    const refused = { ...create, status, code: problem, response, trip }
    calls.push({ ...refused, at: at - chance.int(5, 40) * SECOND_MS, durationMs: chance.int(20, 900) })
  }
  if (trip.status === 'cancelled')
    calls.push({
      at: Date.parse(trip.updated_at),
      method: 'POST',
      path: `/api/partner/trips/${trip.id}/cancel/`,
      request: { reason: trip.cancel_reason },
      status: 200,
      durationMs: chance.int(50, 240),
      response: { ...answer, status: 'cancelled' },
      trip,
    })
  return calls
}

/** A program searches for journeys before it books. */
function searches(trip: Reservation, chance: Chance): Asked[] {
  const places = `origin=${trip.origin_station_id}&destination=${trip.destination_station_id}`
  return Array.from({ length: chance.int(1, 3) }, (_, index) => ({
    at: Date.parse(trip.created_at) - (index * 2 + 1) * MINUTE_MS - chance.int(0, 50) * SECOND_MS,
    method: 'GET' as const,
    path: '/api/partner/journeys/',
    query: `${places}&date=${String(trip.travel_at).slice(0, 10)}&passengers=${Math.max(1, trip.seats)}`,
    status: 200,
    durationMs: chance.is(0.03) ? chance.int(900, 2_200) : chance.int(25, 260),
    response: { results: [], next: null, previous: null },
  }))
}

const isProgram = (code: string): boolean => code === 'NORDTRIP'

function callOf({ code }: SellingPartner, asked: Asked, index: number): Call {
  const { at, method, path, query = '', status, code: problem, durationMs, request, response, trip } = asked
  const byProgram = isProgram(code)
  const userAgent = byProgram ? 'nordtrip-booking/4.2' : 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0'
  return {
    id: idOf('call', code, at, index),
    at: utcText(at),
    partner_id: partnerId(code),
    credential_id: byProgram ? credentialId(code, 'live') : null,
    environment: 'live',
    direction: 'inbound',
    method,
    path,
    query,
    status,
    problem_code: problem ?? null,
    duration_ms: durationMs,
    ip: byProgram ? '203.0.113.7' : '198.51.100.24',
    user_agent: userAgent,
    request_id: idOf('request', code, at, index),
    idempotency_key: byProgram && method === 'POST' ? idOf('once', code, at, index) : null,
    trip_reference: status < 400 ? (trip?.reference ?? null) : null,
    partner_reference: trip?.partner_reference ?? null,
    request_headers: { 'user-agent': userAgent, authorization: '[redacted]' },
    request_body: redactBody(request),
    response_headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    response_body: redactBody(response),
  }
}
