import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { DAY_MS, HOUR_MS, type Clock } from '../clock'
import type { ReservationRows } from '../reservations/rows'
import type { RowOf } from '../rows'
import { SELLING_PARTNERS, partnerId } from '../sales/partners'
import { soldBy } from './partner-calls'

type Endpoint = RowOf<'webhook_endpoints'>
type Delivery = Required<RowOf<'webhook_deliveries'>>
type Reservation = ReservationRows['reservations'][number]

/** Age to which deliveries are stored. */
const SENT_MS = 14 * DAY_MS
const URLS = {
  SUNVIA: 'https://hooks.sunvia.example.com/wayline',
  NORDTRIP: 'https://api.nordtrip.example.net/v2/events/wayline',
} as const

/**
 * Returns the partners' webhook endpoints and deliveries. The endpoints are paused, so that nothing leaves the demo. Their
 * secrets are added by the caller, which has the key.
 */
export function webhooks(reservations: readonly Reservation[], clock: Clock) {
  const deliveries = SELLING_PARTNERS.flatMap(({ code }) =>
    soldBy({ code }, reservations)
      .flatMap((trip) => messagesOf(trip).map((message) => deliveryOf(code, trip, message)))
      .filter(({ created_at }) => isRecent(Date.parse(created_at), clock)),
  )
  const endpoints = SELLING_PARTNERS.map(({ code }): Endpoint => {
    const own = deliveries.filter(({ endpoint_id }) => endpoint_id === endpointId(code))
    const latest = (state: Delivery['state']) =>
      own
        .filter((delivery) => delivery.state === state)
        .map(({ created_at }) => created_at)
        .toSorted()
        .at(-1) ?? null
    const since = utcText(clock.at(clock.day(-60), '11:20'))
    return {
      id: endpointId(code),
      partner_id: partnerId(code),
      environment: 'live',
      url: URLS[code],
      description: code === 'SUNVIA' ? 'Customer service' : 'Booking engine',
      events: ['trip.confirmed', 'trip.cancelled', 'trip.moved', 'journey.delayed', 'journey.cancelled'],
      status: 'paused',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      last_success_at: latest('delivered'),
      last_failure_at: latest('failed'),
      secret: '',
      secret_last4: '',
      previous_secret: null,
      previous_secret_until: null,
      created_at: since,
      updated_at: utcText(clock.now - 2 * HOUR_MS),
    }
  })
  return { webhook_endpoints: endpoints, webhook_deliveries: deliveries }
}

const endpointId = (code: string): string => idOf('webhook', code)

const isRecent = (at: number, clock: Clock): boolean => at > clock.now - SENT_MS && at <= clock.now

interface Message {
  type: 'trip.confirmed' | 'trip.cancelled'
  at: number
  sequence: number
}

function messagesOf(trip: Reservation): Message[] {
  if (['on_hold', 'expired', 'pending', 'rejected'].includes(trip.status)) return []
  const confirmed = { type: 'trip.confirmed' as const, at: Date.parse(trip.created_at), sequence: 1 }
  if (trip.status !== 'cancelled') return [confirmed]
  return [confirmed, { type: 'trip.cancelled', at: Date.parse(trip.updated_at), sequence: 2 }]
}

function deliveryOf(code: string, trip: Reservation, { type, at, sequence }: Message): Delivery {
  const chance = new Chance(`delivery ${trip.id} ${type}`)
  const isLost = chance.is(0.01)
  const attempts = isLost ? 10 : chance.is(0.06) ? 2 : 1
  const durationMs = chance.int(40, 600)
  const status = type === 'trip.cancelled' ? 'cancelled' : 'confirmed'
  const { id, reference, partner_reference, lead_name, currency, total_minor: gross_minor } = trip
  const trip_data = { id, reference, partner_reference, environment: 'live', status, lead_name, currency, gross_minor }
  return {
    id: idOf('delivery', trip.id, type),
    created_at: utcText(at),
    endpoint_id: endpointId(code),
    partner_id: partnerId(code),
    environment: 'live',
    type,
    object_id: trip.id,
    trip_reference: reference,
    partner_reference,
    payload: JSON.stringify({
      type,
      timestamp: utcText(at),
      environment: 'live',
      data: { trip: trip_data, previous: sequence === 1 ? {} : { status: 'confirmed' }, sequence },
    }),
    state: isLost ? 'failed' : 'delivered',
    attempts,
    tries: attempts,
    next_attempt_at: null,
    claimed_until: null,
    fail_first: 0,
    delivered_at: isLost ? null : utcText(at + (attempts - 1) * 5_000 + durationMs),
    last_status: isLost ? 503 : 204,
    last_error: null,
    last_duration_ms: durationMs,
  }
}
