import { z } from 'zod'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, LanguageCode, MinorAmount } from '../core/scalars'
import {
  ADDON_CATEGORIES,
  PASSENGER_CATEGORIES,
  PASSENGER_NEEDS,
  PASSENGER_STATUSES,
  RESERVATION_STATUSES,
} from '../core/vocabulary'

/** A passenger at the door of the vehicle. */
export const ManifestPassenger = z.object({
  /** Place in the list of the reservation, from 1. */
  position: z.int().min(1),
  name: z.string().nullable(),
  category: z.enum(PASSENGER_CATEGORIES),
  needs: z.array(z.enum(PASSENGER_NEEDS)),
  seat_label: z.string().nullable(),
  status: z.enum(PASSENGER_STATUSES),
})
export type ManifestPassenger = z.output<typeof ManifestPassenger>

/** A party on a journey, with what the driver needs to know of it. */
export const ManifestParty = z.object({
  reservation_id: Id,
  version: z.int().min(1),
  reference: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  lead_name: z.string(),
  lead_phone: z.string().nullable(),
  lead_email: z.string().nullable(),
  locale: LanguageCode,
  /** Places of the calls where they get on and off. */
  board_seq: z.int().min(1),
  alight_seq: z.int().min(2),
  seats: z.int().min(0),
  passengers: z.array(ManifestPassenger),
  extras: z.array(
    z.object({
      addon_id: Id,
      code: z.string(),
      name: I18nText,
      category: z.enum(ADDON_CATEGORIES),
      quantity: z.int().min(1),
    }),
  ),
  /** Units that go into the hold. */
  luggage_units: z.int().min(0),
  /** Still to be paid, in minor units of `currency`; never below zero. */
  amount_due_minor: MinorAmount,
  currency: Currency,
  customer_notes: z.string().nullable(),
})
export type ManifestParty = z.output<typeof ManifestParty>

export const Manifest = z.object({
  journey_id: Id,
  /** Parties that count on the journey, by the stop where they get on, then by name. */
  parties: z.array(ManifestParty),
})
export type Manifest = z.output<typeof Manifest>

export const getManifest = operation({
  id: 'getManifest',
  method: 'GET',
  path: '/journeys/:id/manifest',
  tag: 'journeys',
  summary: 'Who travels on a journey: where they get on, what they need, what they carry and still owe',
  access: { action: 'show', resource: 'reservations' },
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The list for the door.', schema: Manifest },
  errors: ['not_found'],
})

export const printManifest = operation({
  id: 'printManifest',
  method: 'GET',
  path: '/journeys/:id/manifest.pdf',
  tag: 'journeys',
  summary: 'The same on paper, in the language of the driver',
  access: { action: 'show', resource: 'reservations' },
  params: z.object({ id: Id }),
  query: z.object({ language: LanguageCode.default('en') }),
  ok: { status: 200, description: 'A PDF.', type: 'application/pdf' },
  errors: ['not_found', 'malformed'],
})
