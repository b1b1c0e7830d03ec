import { z } from 'zod'
import { hireLengthIssues } from '../core/hire-length'
import { Id, Instant, MinorAmount, line } from '../core/scalars'
import { LEGS_MAX } from '../core/limits/sales'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import type { FieldIssue } from '../core/entity'
import { LEG_DIRECTIONS, PASSENGER_CATEGORIES, PASSENGER_NEEDS } from '../core/vocabulary'
import { instantsInOrder, setOf } from './parts'
import { schemaMessage, sentence } from '../core/sentence'

/** The travelled segment of a journey, by the `seq` of its calls: board_seq < alight_seq. */
export const ReservationLeg = z.strictObject({
  journey_id: Id,
  board_seq: z.int().min(1).max(999),
  alight_seq: z.int().min(2).max(1000),
  /** Outbound or return within the reservation. */
  direction: z.enum(LEG_DIRECTIONS).default('outbound'),
})
export type ReservationLeg = z.output<typeof ReservationLeg>

/** Legs in the order of travel: outbound before return. */
export const ReservationLegs = z.array(ReservationLeg).max(LEGS_MAX)

/** Returns an issue for each leg that follows a return leg and is not a return leg itself. */
export function legOrderIssues(legs: readonly { direction?: ReservationLeg['direction'] }[]): FieldIssue[] {
  const firstBack = legs.findIndex(({ direction }) => direction === 'return')
  return legs.flatMap(({ direction }, index) =>
    firstBack !== -1 && index > firstBack && direction !== 'return'
      ? [
          {
            path: `legs.${index}.direction`,
            message: sentence`Outbound legs come before return legs: put this leg first.`,
          },
        ]
      : [],
  )
}

/** Returns whether the legs have both directions. */
export const isReturn = (legs: readonly { direction?: ReservationLeg['direction'] }[]): boolean =>
  new Set(legs.map(({ direction = 'outbound' }) => direction)).size > 1

/** Returns the legs that define origin and destination of a reservation: outbound, or return if there are no others. */
export function mainLegsOf<L extends { direction: ReservationLeg['direction'] }>(legs: readonly L[]): readonly L[] {
  const out = legs.filter(({ direction }) => direction === 'outbound')
  return out.length > 0 ? out : legs
}

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
    message: schemaMessage`Choose a station or give an address.`,
  })
  .refine((place) => (place.latitude === null) === (place.longitude === null), {
    path: ['latitude'],
    message: schemaMessage`Give both latitude and longitude, or neither.`,
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

/** A requested hire: it ends after it starts, and within the maximum days of a hire. */
export const RequestedHire = Hire.superRefine(({ starts_at, ends_at }, context) => {
  const inOrder = instantsInOrder(starts_at, ends_at, 'ends_at')
  for (const { path, message } of [...inOrder, ...hireLengthIssues(starts_at, ends_at, 'ends_at')])
    context.addIssue({ code: 'custom', path: [path], message: String(message) })
})

const MOST_OF_AN_ADDON = 100

/** An add-on and its quantity. */
export const AddonChoice = z.strictObject({
  addon_id: Id,
  quantity: z.int().min(1).max(MOST_OF_AN_ADDON).default(1),
  /** Direction that it is for; absent = the whole reservation. */
  direction: z.enum(LEG_DIRECTIONS).optional(),
})
export type AddonChoice = z.output<typeof AddonChoice>

/** Returns whether two choices have the same add-on and direction. */
export const isSameChoice = (a: Omit<AddonChoice, 'quantity'>, b: Omit<AddonChoice, 'quantity'>): boolean =>
  a.addon_id === b.addon_id && a.direction === b.direction

/** Merges the choices of the same add-on and direction, at the place of the first one. */
function together(choices: readonly AddonChoice[]): AddonChoice[] {
  const found: AddonChoice[] = []
  for (const choice of choices) {
    const at = found.findIndex((known) => isSameChoice(known, choice))
    const known = found[at]
    if (known) found[at] = { ...known, quantity: known.quantity + choice.quantity }
    else found.push(choice)
  }
  return found
}

/** Add-ons of a reservation. Repeated choices are merged, so that prices, stock and capacity see each add-on once. */
export const AddonChoices = z
  .array(AddonChoice)
  .max(20)
  .refine((choices) => together(choices).every(({ quantity }) => quantity <= MOST_OF_AN_ADDON), {
    message: schemaMessage`One reservation can have at most ${MOST_OF_AN_ADDON} of an add-on: choose fewer.`,
  })
  .overwrite(together)

/** A manual price: the total of fare and add-ons in minor units, and the reason. */
export const PriceOverride = z.strictObject({
  total_minor: MinorAmount.min(0, schemaMessage`A price cannot be less than zero.`),
  reason: line(REASON_MAX_CHARS),
})
export type PriceOverride = z.output<typeof PriceOverride>

/** The flight that a transfer meets or feeds. */
export const Flight = z.strictObject({
  number: z.string().regex(/^[A-Z0-9]{2,3}[0-9]{1,4}[A-Z]?$/, schemaMessage`Must be a flight number such as FR4021.`),
  airport_iata: z
    .string()
    .regex(/^[A-Z]{3}$/, schemaMessage`Must be three capital letters such as PFO.`)
    .nullable()
    .default(null),
  scheduled_at: Instant.nullable().default(null),
})
export type Flight = z.output<typeof Flight>
