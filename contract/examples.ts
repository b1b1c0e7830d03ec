/** Example request in the documentation. In sequence, the examples lead from the first station to sold bookings. */
export interface Example {
  /** Id of the operation. */
  operation: string
  /** Path parameters by name. */
  params?: Readonly<Record<string, string>>
  body: unknown
  /** Id of the created record in the following examples. */
  makes?: string
}

const made = (place: number): string => `0190a000-0000-7000-8000-${String(place).padStart(12, '0')}`

const AIRPORT = made(1)
const CITY = made(2)
const TYPE = made(3)
const ROUTE = made(4)
const JOURNEY = made(5)
const CUSTOMER = made(6)
const RESERVATION = made(7)
const TRIP = made(8)
/** OCTO resellers choose the ids of their bookings. */
const BOOKING = made(9)

const PRODUCT = `${ROUTE}.${AIRPORT}.${CITY}`
const DEPARTURE = `${JOURNEY}.1.2`
const DAY = '2030-05-20'

export const EXAMPLES: readonly Example[] = [
  {
    operation: 'createStations',
    makes: AIRPORT,
    body: {
      code: 'LCA',
      name: { en: 'Larnaca Airport', ae: 'مطار لارنكا', fr: 'Aéroport de Larnaca' },
      kind: 'airport',
      timezone: 'Asia/Nicosia',
      country: 'CY',
      iata_code: 'LCA',
    },
  },
  {
    operation: 'createStations',
    makes: CITY,
    body: { code: 'NIC', name: { en: 'Nicosia' }, kind: 'city_point', timezone: 'Asia/Nicosia', country: 'CY' },
  },
  { operation: 'patchStations', params: { id: CITY }, body: { city: 'Nicosia' } },
  {
    operation: 'createVehicleTypes',
    makes: TYPE,
    body: { code: 'COACH50', name: { en: 'Coach, 50 seats' }, category: 'coach', seats: 50, luggage_units: 60 },
  },
  {
    operation: 'createVehicles',
    body: { fleet_code: 'BUS-7', registration_plate: 'KAB 123', vehicle_type_id: TYPE, make: 'Setra', model: 'S 515' },
  },
  {
    operation: 'createStaff',
    body: {
      employee_no: 'E-12',
      first_name: 'Maria',
      last_name: 'Georgiou',
      roles: ['driver'],
      licence_categories: ['D'],
    },
  },
  {
    operation: 'createRoutes',
    makes: ROUTE,
    body: {
      code: 'LCA-NIC',
      name: { en: 'Larnaca Airport – Nicosia' },
      service_kind: 'shuttle',
      status: 'active',
      stops: [
        {
          station_id: AIRPORT,
          arrive_offset_min: 0,
          depart_offset_min: 0,
          pickup_type: 'regular',
          drop_off_type: 'none',
        },
        {
          station_id: CITY,
          arrive_offset_min: 45,
          depart_offset_min: 45,
          pickup_type: 'none',
          drop_off_type: 'regular',
        },
      ],
    },
  },
  {
    operation: 'createFares',
    body: { route_id: ROUTE, passenger_category: 'adult', amount_minor: 900, currency: 'EUR' },
  },
  {
    operation: 'createJourneys',
    makes: JOURNEY,
    body: { route_id: ROUTE, service_date: DAY, departure_time: '08:30:00', vehicle_type_id: TYPE },
  },
  {
    operation: 'createSeasons',
    body: { code: 'EASTER', name: { en: 'Easter' }, date_ranges: [{ from: '2030-04-18', to: '2030-04-29' }] },
  },
  {
    operation: 'createPricingRules',
    body: {
      code: 'EASTER',
      name: { en: 'Easter surcharge' },
      stage: 'fare_adjust',
      effect: 'add_percent',
      percent_bp: 1250,
      valid_from: '2030-04-18',
      valid_to: '2030-04-29',
    },
  },
  {
    operation: 'createAddons',
    body: {
      code: 'BAG',
      name: { en: 'Extra bag' },
      category: 'luggage',
      pricing: 'per_unit',
      amount_minor: 500,
      currency: 'EUR',
    },
  },
  { operation: 'createUsers', body: { username: 'eleni', email: 'eleni@example.com', role: 'agent' } },
  {
    operation: 'createPartners',
    body: {
      code: 'SUNVIA',
      legal_name: 'Sun Travel Ltd',
      contact_email: 'ops@sunvia.example.com',
      currency: 'EUR',
      timezone: 'Europe/Madrid',
    },
  },
  {
    operation: 'createCustomers',
    makes: CUSTOMER,
    body: { kind: 'person', first_name: 'Ana', last_name: 'Ruiz', phone: '+34600111222', email: 'ana@example.com' },
  },
  {
    operation: 'createReservations',
    makes: RESERVATION,
    body: {
      customer_id: CUSTOMER,
      lead_name: 'Ana Ruiz',
      lead_phone: '+34600111222',
      legs: [{ journey_id: JOURNEY, board_seq: 1, alight_seq: 2 }],
      passengers: [{ category: 'adult', name: 'Ana Ruiz' }],
    },
  },
  { operation: 'patchReservations', params: { id: RESERVATION }, body: { customer_notes: 'Has a pushchair.' } },
  {
    operation: 'quotePartnerJourney',
    params: { id: JOURNEY },
    body: { board_seq: 1, alight_seq: 2, passengers: { adult: 2 } },
  },
  {
    operation: 'createPartnerTrip',
    makes: TRIP,
    body: {
      partner_reference: 'ORDER-1001',
      lead_name: 'Ana Ruiz',
      legs: [{ journey_id: JOURNEY, board_seq: 1, alight_seq: 2 }],
      passengers: [{ category: 'adult', name: 'Ana Ruiz' }, { category: 'adult' }],
    },
  },
  { operation: 'updatePartnerTrip', params: { id: TRIP }, body: { customer_notes: 'Arrives on flight CY 327.' } },
  { operation: 'confirmPartnerTrip', params: { id: TRIP }, body: {} },
  { operation: 'cancelPartnerTrip', params: { id: TRIP }, body: { reason: 'Plans changed', simulate: true } },
  {
    operation: 'createWebhook',
    body: { url: 'https://example.com/webhooks', description: null, events: ['trip.confirmed', 'journey.delayed'] },
  },
  {
    operation: 'checkOctoCalendar',
    body: { productId: PRODUCT, optionId: 'DEFAULT', localDateStart: DAY, localDateEnd: DAY },
  },
  {
    operation: 'checkOctoAvailability',
    body: { productId: PRODUCT, optionId: 'DEFAULT', localDateStart: DAY, localDateEnd: DAY },
  },
  {
    operation: 'reserveOctoBooking',
    body: {
      uuid: BOOKING,
      productId: PRODUCT,
      optionId: 'DEFAULT',
      availabilityId: DEPARTURE,
      unitItems: [{ unitId: 'adult' }, { unitId: 'adult' }],
    },
  },
  {
    operation: 'confirmOctoBooking',
    params: { uuid: BOOKING },
    body: { resellerReference: 'ORDER-1002', contact: { fullName: 'Ana Ruiz', emailAddress: 'ana@example.com' } },
  },
  { operation: 'cancelOctoBooking', params: { uuid: BOOKING }, body: { reason: 'Plans changed' } },
]
