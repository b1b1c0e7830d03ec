import ConfirmationNumberIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import type { Reservation } from '../../../contract/entities/reservation'
import type { AnyField } from '../../kit/fieldList'
import { defineResource } from '../../kit/defineResource'

/** Pick-up or drop-off place of a hire: a station, or an address. */
const PLACE_FIELDS: readonly AnyField[] = [
  { source: 'station_id', kind: 'reference', to: 'stations' },
  { source: 'address', kind: 'text' },
]

export default defineResource<Reservation>(
  {
    name: 'reservations',
    icon: ConfirmationNumberIcon,
    represent: (reservation) => reservation.reference,
    detail: (reservation) => reservation.lead_name,
    sort: { field: 'created_at', order: 'DESC' },
    statusField: 'status',
    entity: async () => (await import('../../../contract/entities/reservation')).reservation,
    columns: [
      'reference',
      'lead_name',
      'status',
      'travel_at',
      'origin_station_id',
      'destination_station_id',
      'way_back',
      'seats',
      'total_minor',
    ],
    facts: ['customer_id', 'lead_phone', 'lead_email', 'channel', 'partner_id'],
    filters: [
      'status',
      'travel_at',
      'payment_status',
      'channel',
      'origin_station_id',
      'way_back',
      'customer_id',
      'partner_id',
      'operated_by_partner_id',
      'kind',
    ],
    sections: [
      {
        key: 'party',
        fields: [
          { source: 'reference', kind: 'code', readOnly: true, hideIn: ['edit'] },
          { source: 'customer_id', kind: 'reference', to: 'customers' },
          { source: 'lead_name', kind: 'text', required: true },
          { source: 'lead_phone', kind: 'phone' },
          { source: 'lead_email', kind: 'email' },
          { source: 'locale', kind: 'language' },
        ],
      },
      {
        key: 'travel',
        fields: [
          { source: 'kind', kind: 'choice', vocabulary: 'reservationKinds', fixed: true },
          {
            source: 'travel_at',
            kind: 'dateTime',
            zone: { station: 'origin_station_id' },
            readOnly: true,
            hideIn: ['edit'],
          },
          { source: 'origin_station_id', kind: 'reference', to: 'stations', readOnly: true, hideIn: ['edit'] },
          { source: 'destination_station_id', kind: 'reference', to: 'stations', readOnly: true, hideIn: ['edit'] },
          { source: 'way_back', kind: 'choice', vocabulary: 'waysBack', readOnly: true, hideIn: ['edit'] },
          { source: 'seats', kind: 'integer', readOnly: true, hideIn: ['edit'] },
          {
            source: 'legs',
            kind: 'rows',
            fixed: true,
            wide: true,
            hideIn: ['edit', 'show'],
            fields: [
              { source: 'journey_id', kind: 'reference', to: 'journeys' },
              { source: 'board_seq', kind: 'integer' },
              { source: 'alight_seq', kind: 'integer' },
              { source: 'direction', kind: 'choice', vocabulary: 'legDirections' },
            ],
          },
          {
            source: 'passengers',
            kind: 'rows',
            fixed: true,
            wide: true,
            hideIn: ['show'],
            fields: [
              { source: 'category', kind: 'choice', vocabulary: 'passengerCategories' },
              { source: 'name', kind: 'text' },
              { source: 'needs', kind: 'choices', vocabulary: 'passengerNeeds' },
            ],
          },
          {
            source: 'hire',
            kind: 'group',
            optional: true,
            fixed: true,
            wide: true,
            hideIn: ['list', 'edit', 'show'],
            fields: [
              { source: 'starts_at', kind: 'dateTime', zone: { station: 'origin_station_id' } },
              { source: 'ends_at', kind: 'dateTime', zone: { station: 'origin_station_id' } },
              { source: 'pickup', kind: 'group', fields: PLACE_FIELDS },
              { source: 'dropoff', kind: 'group', fields: PLACE_FIELDS },
              { source: 'vehicle_type_id', kind: 'reference', to: 'vehicle-types' },
              { source: 'passengers', kind: 'integer' },
              { source: 'luggage_units', kind: 'integer', unit: 'pieces' },
              { source: 'distance_km', kind: 'number', unit: 'km' },
            ],
          },
          {
            source: 'flight',
            kind: 'group',
            optional: true,
            wide: true,
            hideIn: ['list', 'show'],
            initial: { number: '', airport_iata: null, scheduled_at: null },
            fields: [
              { source: 'number', kind: 'code', upper: true, required: true },
              { source: 'airport_iata', kind: 'code', upper: true },
              { source: 'scheduled_at', kind: 'dateTime' },
            ],
          },
        ],
      },
      {
        key: 'payment',
        fields: [
          { source: 'total_minor', kind: 'money', currency: 'currency', readOnly: true, hideIn: ['edit'] },
          { source: 'paid_minor', kind: 'money', currency: 'currency', readOnly: true, hideIn: ['edit', 'create'] },
          {
            source: 'payment_status',
            kind: 'choice',
            vocabulary: 'paymentStatuses',
            status: true,
            readOnly: true,
            hideIn: ['edit'],
          },
          { source: 'payment_method', kind: 'choice', vocabulary: 'paymentMethods' },
        ],
      },
      {
        key: 'state',
        fields: [
          { source: 'status', kind: 'choice', vocabulary: 'reservationStatuses', status: true, owned: true },
          { source: 'hold_expires_at', kind: 'dateTime', readOnly: true, hideIn: ['edit'] },
          {
            source: 'cancel_reason',
            kind: 'text',
            isReason: true,
            when: { source: 'status', in: ['cancelled', 'rejected'] },
            required: true,
          },
          { source: 'channel', kind: 'choice', vocabulary: 'channels', owned: true },
          { source: 'partner_id', kind: 'reference', to: 'partners', owned: true, hideIn: ['edit'] },
          { source: 'partner_reference', kind: 'code', owned: true, hideIn: ['edit'] },
          {
            source: 'operated_by_partner_id',
            kind: 'reference',
            to: 'partners',
            readOnly: true,
            hideIn: ['edit', 'show'],
          },
          { source: 'booked_by_user_id', kind: 'reference', to: 'users', readOnly: true, hideIn: ['edit'] },
          { source: 'created_at', kind: 'dateTime', readOnly: true, hideIn: ['edit', 'show'] },
        ],
      },
      {
        key: 'notes',
        upfront: true,
        fields: [
          { source: 'customer_notes', kind: 'prose', wide: true },
          { source: 'internal_notes', kind: 'prose', wide: true, hint: true },
        ],
      },
    ],
  },
  { create: () => import('./ReservationCreate'), show: () => import('./ReservationShow') },
)
