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

/** Passenger on a manifest. */
export const ManifestPassenger = z.object({
  /** Position in the passenger list of the reservation, from 1. */
  position: z.int().min(1),
  name: z.string().nullable(),
  category: z.enum(PASSENGER_CATEGORIES),
  needs: z.array(z.enum(PASSENGER_NEEDS)),
  seat_label: z.string().nullable(),
  status: z.enum(PASSENGER_STATUSES),
})
export type ManifestPassenger = z.output<typeof ManifestPassenger>

/** Reservation on a journey, with the facts that the driver needs. */
export const ManifestParty = z.object({
  reservation_id: Id,
  version: z.int().min(1),
  reference: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  lead_name: z.string(),
  lead_phone: z.string().nullable(),
  lead_email: z.string().nullable(),
  locale: LanguageCode,
  /** Position of the boarding stop in the journey; `alight_seq`: of the alighting stop. */
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
  /** Luggage units for the luggage hold. */
  luggage_units: z.int().min(0),
  /** Open amount in minor units of `currency`; never negative. */
  amount_due_minor: MinorAmount,
  currency: Currency,
  customer_notes: z.string().nullable(),
})
export type ManifestParty = z.output<typeof ManifestParty>

export const Manifest = z.object({
  journey_id: Id,
  /** Reservations that occupy seats on the journey, sorted by boarding stop, then by name. */
  parties: z.array(ManifestParty),
})
export type Manifest = z.output<typeof Manifest>

export const getManifest = operation({
  id: 'getManifest',
  method: 'GET',
  path: '/journeys/:id/manifest',
  tag: 'journeys',
  summary: 'Get the manifest of a journey: passengers with stops, needs, add-ons and open amounts',
  access: { action: 'show', resource: 'reservations' },
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The manifest.', schema: Manifest },
  errors: ['not_found'],
})

export const printManifest = operation({
  id: 'printManifest',
  method: 'GET',
  path: '/journeys/:id/manifest.pdf',
  tag: 'journeys',
  summary: 'Print the manifest of a journey in the language of the driver',
  access: { action: 'show', resource: 'reservations' },
  params: z.object({ id: Id }),
  query: z.object({ language: LanguageCode.default('en') }),
  ok: { status: 200, description: 'The manifest as a PDF.', type: 'application/pdf' },
  errors: ['not_found', 'malformed'],
})
