import { z } from 'zod'
import { FARE_TABLE_MAX_CELLS } from '../core/limits'
import { operation } from '../core/operations'
import { Currency, Id, MinorAmount, PlainDate } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'

/** From a stop to a later one. */
const Pair = { origin_station_id: Id, destination_station_id: Id }

/** The fare between two stops on a day. */
const FareCell = z.object({
  ...Pair,
  amount_minor: MinorAmount,
  /** First and last service day of this fare; null = open. */
  valid_from: PlainDate.nullable(),
  valid_to: PlainDate.nullable(),
})

/** What one category of passengers pays on a route on a day, in one currency and in any vehicle type. */
export const FareTable = z.object({
  currency: Currency,
  /** For pairs of stops without a fare of their own, in minor units; null = none. */
  flat_minor: MinorAmount.nullable(),
  cells: z.array(FareCell),
})
export type FareTable = z.output<typeof FareTable>

const RouteParams = z.object({ id: Id })

export const getFareTable = operation({
  id: 'getFareTable',
  method: 'GET',
  path: '/routes/:id/fares',
  tag: 'pricing',
  summary: 'The fares between the stops of a route, for one category of passengers on one day',
  access: { action: 'list', resource: 'fares' },
  params: RouteParams,
  query: z.strictObject({ category: z.enum(PASSENGER_CATEGORIES).default('adult'), on: PlainDate }),
  ok: { status: 200, description: 'The fares that hold on that day.', schema: FareTable },
  errors: ['not_found', 'validation'],
})

export const saveFareTable = operation({
  id: 'saveFareTable',
  method: 'PUT',
  path: '/routes/:id/fares',
  tag: 'pricing',
  summary: 'Set several fares of a route from a day on, all or none; those before it end the day before',
  access: { action: 'edit', resource: 'fares' },
  params: RouteParams,
  body: z.strictObject({
    category: z.enum(PASSENGER_CATEGORIES).default('adult'),
    currency: Currency,
    /** First service day of the new fares. */
    from: PlainDate,
    /** Only what changes; a null amount ends the fare. */
    cells: z
      .array(
        z.strictObject({ ...Pair, amount_minor: MinorAmount.min(0, 'A fare cannot be less than zero.').nullable() }),
      )
      .min(1, 'Change at least one fare.')
      .max(FARE_TABLE_MAX_CELLS),
  }),
  ok: { status: 200, description: 'The fares that hold on that day from now on.', schema: FareTable },
  errors: ['not_found', 'validation', 'invalid_state'],
})
