import { z } from 'zod'
import { hireLengthIssues } from '../core/hire-length'
import { Id, Instant, MinorAmount, line } from '../core/scalars'
import { PASSENGER_CATEGORIES, PASSENGER_NEEDS } from '../core/vocabulary'
import { instantsInOrder, setOf } from './parts'

/** The part of a journey that is travelled, by the `seq` of its calls: board_seq < alight_seq. */
export const ReservationLeg = z.strictObject({
  journey_id: Id,
  board_seq: z.int().min(1).max(999),
  alight_seq: z.int().min(2).max(1000),
})
export type ReservationLeg = z.output<typeof ReservationLeg>

export const ReservationPassenger = z.strictObject({
  category: z.enum(PASSENGER_CATEGORIES).default('adult'),
  name: line(120).nullable().default(null),
  needs: setOf(z.enum(PASSENGER_NEEDS), PASSENGER_NEEDS.length).default([]),
})
export type ReservationPassenger = z.output<typeof ReservationPassenger>

/** A station, or an address with its position in degrees. */
export const HirePlace = z
  .strictObject({
    station_id: Id.nullable().default(null),
    address: line(200).nullable().default(null),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
  })
  .refine((place) => place.station_id !== null || place.address !== null, {
    path: ['address'],
    message: 'Choose a station or give an address.',
  })
  .refine((place) => (place.latitude === null) === (place.longitude === null), {
    path: ['latitude'],
    message: 'Give both latitude and longitude, or neither.',
  })
export type HirePlace = z.output<typeof HirePlace>

/** The run of a hired vehicle. */
export const Hire = z.strictObject({
  pickup: HirePlace,
  dropoff: HirePlace,
  via: z.array(HirePlace).max(20).default([]),
  starts_at: Instant,
  ends_at: Instant,
  distance_km: z.number().min(0).max(20_000).nullable().default(null),
  vehicle_type_id: Id,
  passengers: z.int().min(1).max(500),
  luggage_units: z.int().min(0).max(500).default(0),
})
export type Hire = z.output<typeof Hire>

/** A run that is asked for: it ends after it starts, and within the days that a hire may take. */
export const WishedHire = Hire.superRefine(({ starts_at, ends_at }, context) => {
  const inOrder = instantsInOrder(starts_at, ends_at, 'ends_at')
  for (const { path, message } of [...inOrder, ...hireLengthIssues(starts_at, ends_at, 'ends_at')])
    context.addIssue({ code: 'custom', path: [path], message })
})

const MOST_OF_AN_ADDON = 100

/** An add-on and how many of it. */
export const AddonChoice = z.strictObject({ addon_id: Id, quantity: z.int().min(1).max(MOST_OF_AN_ADDON).default(1) })
export type AddonChoice = z.output<typeof AddonChoice>

/** Each add-on once, where it was wished first. */
function together(choices: readonly AddonChoice[]): AddonChoice[] {
  const found = new Map<string, AddonChoice>()
  for (const { addon_id, quantity } of choices)
    found.set(addon_id, { addon_id, quantity: quantity + (found.get(addon_id)?.quantity ?? 0) })
  return [...found.values()]
}

/** The add-ons of a reservation. One that is wished twice counts together: prices, stocks and room see it once. */
export const AddonChoices = z
  .array(AddonChoice)
  .max(20)
  .refine((choices) => together(choices).every(({ quantity }) => quantity <= MOST_OF_AN_ADDON), {
    message: `At most ${MOST_OF_AN_ADDON} of an add-on go with one reservation: choose fewer.`,
  })
  .overwrite(together)

/** A price that somebody sets by hand: what fare and add-ons cost together, in minor units, and why. */
export const PriceOverride = z.strictObject({
  total_minor: MinorAmount.min(0, 'A price cannot be less than zero.'),
  reason: line(200),
})
export type PriceOverride = z.output<typeof PriceOverride>

/** The flight that a transfer meets or feeds. */
export const Flight = z.strictObject({
  number: z.string().regex(/^[A-Z0-9]{2,3}[0-9]{1,4}[A-Z]?$/, 'Must be a flight number such as FR4021.'),
  airport_iata: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Must be three capitals such as PFO.')
    .nullable()
    .default(null),
  scheduled_at: Instant.nullable().default(null),
})
export type Flight = z.output<typeof Flight>
