import type { TestApi, Json } from '../api'
import { adults, ride, type Booking } from '../booking'
import { make, makeHiredType, unique } from '../factories'
import { makeReturnTrip } from '../returns'
import type { KeyedCall, KeyedCalls } from './call'

const why = { reason: 'Other plans' }
const PLACE = { address: '12 Ledra Street' }
/** The passengers of the journeys are late after this time. */
const AFTER_DEPARTURE = '2030-05-20T05:31:00Z'

/** Returns the calls that sell and change reservations, and those of waiting lists, tickets and mails. */
export function saleCalls(api: TestApi, desk: Booking): KeyedCalls {
  /** Creates a departure with seats at 1000 each. */
  const depart = async (more: Json = {}): Promise<Json> => {
    const journey = await make(desk.admin, 'journeys', { capacity: 40, ...more })
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    return journey
  }
  const sold = async (more: Json = {}, seats = 1): Promise<Json> => (await desk.book(await depart(), seats, more)).body
  const on = (record: Json, body: Json = {}): KeyedCall => ({ as: desk.admin, params: { id: record['id'] }, body })
  const runOf = (type: Json): Json => ({
    pickup: PLACE,
    dropoff: { address: 'Old Pier' },
    starts_at: '2030-05-21T10:00:00Z',
    ends_at: '2030-05-21T12:00:00Z',
    vehicle_type_id: type['id'],
    passengers: 1,
  })
  const hired = async () => {
    const type = await makeHiredType(desk.admin)
    const vehicle = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const request = { kind: 'private_hire', lead_name: 'Ana', passengers: adults(1), hire: runOf(type) }
    return { vehicle, type, hire: (await desk.admin.post('/reservations', request)).body }
  }
  const stepped = async (record: Json, ...verbs: string[]): Promise<Json> => {
    for (const verb of verbs) await desk.step(record, verb, verb === 'cancel' ? why : {})
    return record
  }
  const full = async (): Promise<Json> => {
    const journey = await depart({ capacity: 1 })
    await desk.book(journey, 1)
    return journey
  }
  const waiting = { board_seq: 1, alight_seq: 3, passengers: adults(1), lead_name: 'Waits' }
  const returning = async () => {
    const { out, back } = await makeReturnTrip(desk.admin)
    return (await desk.book(out, 1, { legs: [ride(out), { ...ride(back), direction: 'return' }] })).body
  }

  return {
    bookRoundTrip: async () => {
      const { out, back } = await makeReturnTrip(desk.admin)
      const request = (journey: Json, status: string) => ({
        lead_name: 'Ana Ruiz',
        legs: [ride(journey)],
        passengers: adults(1),
        status,
      })
      return { as: desk.admin, body: { out: request(out, 'confirmed'), back: request(back, 'confirmed') } }
    },
    deleteReservations: async () => ({
      as: desk.admin,
      params: { id: (await stepped(await make(desk.admin, 'reservations'), 'cancel'))['id'] },
    }),
    reviseHold: async () => on(await sold({ status: 'on_hold' }), { passengers: adults(2) }),
    confirmReservation: async () => on(await sold({ status: 'on_hold' })),
    extendHold: async () => on(await sold({ status: 'on_hold' })),
    releaseHold: async () => on(await sold({ status: 'on_hold' })),
    approveReservation: async () => on(await sold({ status: 'pending' })),
    rejectReservation: async () => on(await sold({ status: 'pending' }), { reason: 'no_capacity' }),
    cancelReservation: async () => on(await sold(), why),
    undoCancellation: async () => on(await stepped(await sold(), 'cancel'), why),
    cancelPassengers: async () => on(await sold({}, 2), { ...why, positions: [1] }),
    cancelDirection: async () => on(await returning(), { ...why, direction: 'return' }),
    amendReservation: async () => on(await sold(), { ...why, passengers: adults(2) }),
    moveReservation: async () => {
      const journey = await depart()
      const { route_id, vehicle_type_id } = journey
      const later = await make(desk.admin, 'journeys', { route_id, vehicle_type_id, departure_time: '10:00:00' })
      return on((await desk.book(journey, 1)).body, { ...why, to_journey_id: later['id'] })
    },
    checkInReservation: async () => on(await sold()),
    undoCheckIn: async () => on(await stepped(await sold(), 'check-in')),
    boardReservation: async () => on(await sold()),
    markNoShow: async () => {
      const reservation = await sold()
      await desk.at(AFTER_DEPARTURE)
      return on(reservation)
    },
    completeReservation: async () => {
      const reservation = await stepped(await sold(), 'board')
      await desk.at('2030-05-20T08:00:00Z')
      return on(reservation)
    },
    assignHire: async () => {
      const { hire, vehicle } = await hired()
      return on(hire, { vehicle_id: vehicle['id'] })
    },
    changeHire: async () => {
      const { hire, type } = await hired()
      return on(hire, { ...why, hire: { ...runOf(type), dropoff: { address: 'New Pier' } } })
    },
    handOverReservation: async () => {
      const partner = await make(desk.admin, 'partners', { status: 'active' })
      return on(await sold(), { ...why, partner_id: partner['id'], partner_reference: unique('R') })
    },
    joinWaitingList: async () => on(await full(), waiting),
    leaveWaitingList: async () => {
      const journey = await full()
      const { body } = await desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, waiting)
      return { as: desk.admin, params: { id: body['id'] } }
    },
    scanTicket: async () => {
      const { id } = await sold()
      const { rows } = await desk.admin.get(`/reservations/${String(id)}/tickets`)
      return { as: desk.admin, body: { payload: rows[0]?.['payload'], action: 'board' } }
    },
    sendTickets: async () => on(await sold(), { email: 'ana@example.com' }),
    sendMailAgain: async () => {
      const { id } = await sold()
      const { body } = await desk.admin.post(`/reservations/${String(id)}/send-tickets`, { email: 'ana@example.com' })
      await api.db.updateTable('mails').set({ status: 'failed' }).where('id', '=', String(body['id'])).execute()
      return on(body)
    },
  }
}
