import { instantAfter, legsOf } from '../known'
import { tokenIn, type Given, type Made, type Prepare } from './preparation'

/** Passengers of the largest party. */
const PASSENGERS_MAX = 60

/** Reason that changes after the sale require. */
const REASON = { reason: 'Not travelling' }

export const adults = (count: number) => Array.from({ length: count }, () => ({ category: 'adult' }))

/** Books seats on departures of the second half of the company. */
const book = (given: Given, more: object = {}): Promise<Made> =>
  given.staff.post('/reservations', {
    lead_name: 'Ana Ruiz',
    lead_phone: '+34600111222',
    lead_email: 'ana@example.com',
    status: 'confirmed',
    legs: legsOf(given.company, given.serial).slice(0, 1),
    passengers: adults(1),
    ...more,
  })

/** Prepares a reservation in a certain state. */
const booked =
  (more: object): Prepare =>
  async (given) => ({ path: { id: (await book(given, more)).id } })

/** Books a seat. @returns the reservation and its departure */
const bookedOn = async (given: Given) => ({
  path: { id: (await book(given)).id },
  known: { journey_id: legsOf(given.company, given.serial)[0]?.journey_id },
})

/** Returns a hire with the most stops, after the last departure. */
const hireOf = ({ company, serial }: Given, vehicleTypeId: string) => {
  const [pickup, dropoff] = company.stationIds.map((station_id) => ({ station_id }))
  const hours = 2 * (serial % 1_000)
  return {
    pickup,
    dropoff,
    via: Array.from({ length: 20 }, () => pickup),
    starts_at: instantAfter(company, 20, hours),
    ends_at: instantAfter(company, 20, hours + 1),
    distance_km: 100,
    vehicle_type_id: vehicleTypeId,
    passengers: 1,
    luggage_units: 0,
  }
}

/** Creates a departure in the opposite direction after the last departure. @returns the leg to board it */
async function returnLeg({ company, create, staff }: Given) {
  const [origin, destination] = company.stationIds
  const stops = [destination, origin].map((station_id, at) => ({
    station_id,
    arrive_offset_min: 10 * at,
    depart_offset_min: 10 * at,
    pickup_type: at === 0 ? 'regular' : 'none',
    drop_off_type: at === 0 ? 'none' : 'regular',
  }))
  const route = await create('routes', { status: 'active', stops })
  await staff.post('/fares', { route_id: route.id, amount_minor: 1_000, currency: 'EUR' })
  const service_date = instantAfter(company, 15).slice(0, 10)
  const { id } = await create('journeys', { route_id: route.id, service_date, departure_time: '12:00:00' })
  return { journey_id: id, board_seq: 1, alight_seq: 2 }
}

/** Books a hire of a vehicle type with a tariff. */
async function bookHire(given: Given): Promise<{ id: string; vehicleTypeId: string }> {
  const { id: vehicleTypeId } = await given.create('vehicle-types', { seats: 50 })
  await given.staff.post('/hire-tariffs', { vehicle_type_id: vehicleTypeId, currency: 'EUR', base_minor: 10_000 })
  const { id } = await book(given, { kind: 'private_hire', legs: [], hire: hireOf(given, vehicleTypeId) })
  return { id, vehicleTypeId }
}

/** Books a seat and takes a payment of the whole price. */
async function bookPaid(given: Given): Promise<{ sale: Made; payment: Made }> {
  const sale = await book(given)
  const { payment } = await given.staff.post<{ payment: Made }>(`/reservations/${sale.id}/payments`, {
    amount_minor: sale['total_minor'],
    currency: sale['currency'],
    method: 'transfer',
  })
  return { sale, payment }
}

/** Requests a refund that needs the approval of another user. */
async function askRefund(given: Given): Promise<Made> {
  await given.staff.patch('/company', { refund_limit_minor: 0 })
  const { sale, payment } = await bookPaid(given)
  const { payment: refund } = await given.otherStaff().post<{ payment: Made }>(`/reservations/${sale.id}/refunds`, {
    amount_minor: payment['amount_minor'],
    method: 'transfer',
    reason: 'Not travelled',
  })
  return refund
}

/** Books a seat and sends a payment link for the whole price. @returns the payment and the URL of its page */
async function sendLink(given: Given): Promise<{ payment: Made; url: string }> {
  const sale = await book(given)
  const { payment, link } = await given.staff.post<{ payment: Made; link: { url: string } }>(
    `/reservations/${sale.id}/payment-links`,
    { amount_minor: sale['total_minor'] },
  )
  return { payment, url: link.url }
}

/** Prepares the payment of a link. */
const linkedPayment: Prepare = async (given) => ({ path: { id: (await sendLink(given)).payment.id } })

/** Prepares the page of a payment link. */
const linkedPage: Prepare = async (given) => ({ path: { token: tokenIn((await sendLink(given)).url) } })

/** Holds, reservations, hires and their money. */
export const SALE_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  createQuote: ({ company, serial }) => ({
    needed: { legs: legsOf(company, serial).slice(0, 1), passengers: { adult: 1 } },
  }),
  listDepartures: () => ({ needed: { adult: 1 } }),
  listConnections: () => ({ needed: { adult: 1 } }),
  reviseHold: booked({ status: 'on_hold' }),
  extendHold: booked({ status: 'on_hold' }),
  releaseHold: booked({ status: 'on_hold' }),
  approveReservation: booked({ status: 'pending' }),
  rejectReservation: booked({ status: 'pending' }),
  confirmReservation: booked({ status: 'on_hold' }),
  cancelReservation: async (given) => ({ path: { id: (await book(given)).id }, needed: REASON }),
  bookRoundTrip: async (given) => ({
    needed: {
      out: { lead_name: 'Ana Ruiz', legs: legsOf(given.company, given.serial).slice(0, 1), passengers: adults(1) },
    },
    known: {
      back: { lead_name: 'Ana Ruiz', legs: [await returnLeg(given)], passengers: adults(1) },
    },
  }),
  amendReservation: async (given) => ({
    path: { id: (await book(given, { passengers: adults(PASSENGERS_MAX) })).id },
    needed: REASON,
  }),
  checkInReservation: bookedOn,
  boardReservation: bookedOn,
  undoCheckIn: async (given) => {
    const prepared = await bookedOn(given)
    await given.staff.post(`/reservations/${prepared.path.id}/check-in`)
    return prepared
  },
  undoCancellation: async (given) => {
    const { id } = await book(given)
    await given.staff.post(`/reservations/${id}/cancel`, REASON)
    return { path: { id } }
  },
  cancelPassengers: async (given) => ({
    path: { id: (await book(given, { passengers: adults(PASSENGERS_MAX) })).id },
    known: { positions: Array.from({ length: PASSENGERS_MAX - 1 }, (_, at) => at + 2) },
    needed: REASON,
  }),
  cancelDirection: async (given) => {
    const legs = legsOf(given.company, given.serial).map((leg, at) => ({
      ...leg,
      direction: at < 3 ? 'outbound' : 'return',
    }))
    return { path: { id: (await book(given, { legs, passengers: adults(PASSENGERS_MAX) })).id }, needed: REASON }
  },
  moveReservation: async (given) => {
    const [from, to] = legsOf(given.company, given.serial)
    const { id } = await book(given, { legs: [from], passengers: adults(PASSENGERS_MAX) })
    const known = { from_journey_id: from?.journey_id, to_journey_id: to?.journey_id }
    return { path: { id }, known, needed: REASON }
  },
  changeHire: async (given) => {
    const { id, vehicleTypeId } = await bookHire(given)
    return { path: { id }, known: { hire: hireOf(given, vehicleTypeId) }, needed: REASON }
  },
  assignHire: async (given) => {
    const { id, vehicleTypeId } = await bookHire(given)
    const vehicle = await given.create('vehicles', { vehicle_type_id: vehicleTypeId })
    const driver = await given.create('staff', { roles: ['driver'], licence_categories: ['D'] })
    return {
      path: { id },
      known: {
        vehicle_id: vehicle.id,
        driver_id: driver.id,
        operated_by_partner_id: undefined,
        operator_cost_minor: undefined,
      },
    }
  },
  takePayment: async (given) => {
    const sale = await book(given)
    return {
      path: { id: sale.id },
      known: {
        amount_minor: sale['total_minor'],
        currency: 'EUR',
        method: 'transfer',
        till_session_id: undefined,
        tendered_minor: undefined,
      },
    }
  },
  writeOff: async (given) => {
    const sale = await book(given)
    return { path: { id: sale.id }, known: { amount_minor: sale['total_minor'] } }
  },
  refundPayment: async (given) => {
    const { sale, payment } = await bookPaid(given)
    return {
      path: { id: sale.id },
      known: {
        amount_minor: payment['amount_minor'],
        currency: payment['currency'],
        method: 'transfer',
        refund_of_id: payment.id,
        till_session_id: undefined,
      },
    }
  },
  approveRefund: async (given) => ({
    path: { id: (await askRefund(given)).id },
    known: { till_session_id: undefined },
  }),
  declineRefund: async (given) => ({ path: { id: (await askRefund(given)).id } }),
  sendPaymentLink: async (given) => {
    const sale = await book(given)
    return { path: { id: sale.id }, known: { amount_minor: sale['total_minor'] } }
  },
  getPaymentLink: linkedPayment,
  cancelPaymentLink: linkedPayment,
  openPaymentPage: linkedPage,
  goToProvider: linkedPage,
  suggestForHire: async (given) => ({ path: { id: (await bookHire(given)).id } }),
  getMails: async (given) => {
    const { id } = await book(given)
    return { path: { id: (await given.staff.post(`/reservations/${id}/send-tickets`)).id } }
  },
}
