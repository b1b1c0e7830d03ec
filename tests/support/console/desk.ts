/** A departure from Larnaca to Paphos as listed on the reservation page, sold on request. */
export const DEPARTURE = {
  journey_id: '5',
  route_id: '1',
  route_name: { en: 'Coast' },
  board_seq: 1,
  alight_seq: 2,
  board_name: { en: 'Larnaca' },
  board_timezone: 'UTC',
  alight_name: { en: 'Paphos' },
  alight_timezone: 'UTC',
  departs_at: '2030-05-20T08:30:00Z',
  arrives_at: '2030-05-20T08:55:00Z',
  delay_min: 0,
  sales_status: 'on_request',
  seats_left: 4,
  seats_needed: 1,
  refusal: null,
  full_between: null,
  total_minor: 1000,
  currency: 'EUR',
}

/** A reservation as the server returns it, limited to the fields that the reservation page reads. */
export const reservationOf = (more: object) => ({
  id: '0192f000-0000-7000-8000-000000000041',
  version: 1,
  kind: 'seat',
  reference: 'ABC234',
  status: 'on_hold',
  lead_name: 'Ana Ruiz',
  lead_phone: null,
  lead_email: null,
  locale: 'en',
  customer_id: null,
  passengers: [{ category: 'adult', name: 'Ana Ruiz', needs: [] }],
  passenger_statuses: ['reserved'],
  addons: [],
  promo_code: null,
  price_override: null,
  payment_method: null,
  price_lines: [],
  price_hash: 'x',
  total_minor: 1000,
  paid_minor: 0,
  currency: 'EUR',
  hold_expires_at: null,
  hold_extensions: 0,
  legs: [{ journey_id: '5', board_seq: 1, alight_seq: 2 }],
  ...more,
})

/** A new sale without any entries. */
export const NEW_SALE = { customer: null, trip: null, resumed: null, saleId: 'new-1', onSaved: () => undefined }
