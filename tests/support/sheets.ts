import type { ManifestParty } from '../../contract/operations/manifest'
import type { ManifestSheet } from '../../server/documents/manifest'
import type { ReceiptSheet } from '../../server/documents/receipt'
import type { TicketSheet } from '../../server/documents/ticket'

/** Sample content for tests of documents: a party, the passenger list, tickets, and a receipt. */
export const manifestParty = (more: Partial<ManifestParty> = {}): ManifestParty => ({
  reservation_id: '0190a000-0000-7000-8000-000000000001',
  version: 1,
  reference: 'K7PQ2M',
  status: 'confirmed',
  lead_name: 'سارة الخطيب',
  lead_phone: '+35799123456',
  lead_email: null,
  locale: 'ae',
  board_seq: 1,
  alight_seq: 2,
  seats: 2,
  passengers: [
    { position: 1, name: 'Łucja Żak', category: 'adult', needs: ['wheelchair'], seat_label: null, status: 'booked' },
    { position: 2, name: null, category: 'child', needs: ['child_seat'], seat_label: null, status: 'booked' },
  ],
  extras: [
    {
      addon_id: '0190a000-0000-7000-8000-000000000002',
      code: 'BAG',
      name: { en: 'Suitcase', ae: 'حقيبة' },
      category: 'luggage',
      quantity: 3,
    },
  ],
  luggage_units: 3,
  amount_due_minor: 1250,
  currency: 'EUR',
  customer_notes: 'Arrives by flight A3 908 (late), please wait at the meeting point.',
  ...more,
})

export const manifestSheet = (more: Partial<ManifestSheet> = {}): ManifestSheet => ({
  language: 'en',
  code: 'LCA-20300520-0830',
  route: 'Airport to city',
  departsAt: '2030-05-20T05:30:00Z',
  timezone: 'Asia/Nicosia',
  vehicle: 'KAB 123',
  driver: 'Maria Georgiou',
  operator: null,
  stops: [
    {
      name: 'Larnaca Airport',
      seq: 1,
      departsAt: '2030-05-20T05:30:00Z',
      timezone: 'Asia/Nicosia',
      parties: [manifestParty()],
    },
    { name: 'City', seq: 2, departsAt: '2030-05-20T06:15:00Z', timezone: 'Asia/Nicosia', parties: [] },
  ],
  url: 'https://example.com/journeys/1/show?view=check-in',
  ...more,
})

export const ticketSheet = (more: Partial<TicketSheet> = {}): TicketSheet => ({
  language: 'en',
  company: 'Coastline Coaches',
  reference: 'K7PQ2M',
  leadName: 'سارة الخطيب',
  rides: [
    {
      journeyCode: 'LCA-20300520-0830',
      from: {
        name: { en: 'Larnaca Airport', ae: 'مطار لارنكا' },
        at: '2030-05-20T05:30:00Z',
        expectedAt: '2030-05-20T05:30:00Z',
        timezone: 'Asia/Nicosia',
        platform: '4',
      },
      to: {
        name: { en: 'Nicosia', ae: 'نيقوسيا' },
        at: '2030-05-20T06:20:00Z',
        expectedAt: '2030-05-20T06:20:00Z',
        timezone: 'Asia/Nicosia',
        platform: null,
      },
    },
  ],
  tickets: [
    { position: 1, name: 'Łucja Żak', category: 'adult', status: 'booked', seat_label: '12A', payload: 'K7PQ2M.a.b' },
    { position: 2, name: null, category: 'child', status: 'booked', seat_label: null, payload: 'K7PQ2M.c.d' },
  ],
  totalMinor: 3250,
  owedMinor: 1250,
  currency: 'EUR',
  ...more,
})

export const receiptSheet = (more: Partial<ReceiptSheet['payment']> = {}): ReceiptSheet => ({
  language: 'en',
  company: 'Coastline Coaches',
  timezone: 'Asia/Nicosia',
  number: 42,
  reservation: { reference: 'K7PQ2M', leadName: 'Łucja Żak' },
  payment: {
    reference: 'K7PQ2M-1',
    direction: 'payment',
    method: 'cash',
    amount_minor: 1240,
    tendered_minor: 2000,
    currency: 'EUR',
    card_brand: null,
    card_last4: null,
    ...more,
  },
  at: '2030-05-20T05:30:00Z',
})
