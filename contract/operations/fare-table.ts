import { z } from 'zod'
import { FARE_TABLE_MAX_CELLS } from '../core/limits/sales'
import { operation } from '../core/operations'
import { Currency, Id, MinorAmount, PlainDate } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/** A stop and a later stop of the route. */
const Pair = { origin_station_id: Id, destination_station_id: Id }

/** Fare between two stops on a day. */
const FareCell = z.object({
  ...Pair,
  amount_minor: MinorAmount,
  /** First service day of this fare, `valid_to` the last one; null = unlimited. */
  valid_from: PlainDate.nullable(),
  valid_to: PlainDate.nullable(),
})

/** Fares of one passenger category on a route and day, in one currency, for any vehicle type. */
export const FareTable = z.object({
  currency: Currency,
  /** Fare for pairs of stops without their own fare, in minor units; null = none. */
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
  summary: 'Get the fares between the stops of a route, for one passenger category and one day',
  access: { action: 'list', resource: 'fares' },
  params: RouteParams,
  query: z.strictObject({ category: z.enum(PASSENGER_CATEGORIES).default('adult'), on: PlainDate }),
  ok: { status: 200, description: 'The fares that apply on that day.', schema: FareTable },
  errors: ['not_found', 'validation'],
})

export const saveFareTable = operation({
  id: 'saveFareTable',
  method: 'PUT',
  path: '/routes/:id/fares',
  tag: 'pricing',
  summary: 'Set fares of a route from a day on, all or none; previous fares become valid until the day before',
  access: { action: 'edit', resource: 'fares' },
  params: RouteParams,
  body: z.strictObject({
    category: z.enum(PASSENGER_CATEGORIES).default('adult'),
    currency: Currency,
    /** First service day of the new fares. */
    from: PlainDate,
    /** Changed fares only; null as the amount ends a fare on the day before `from`. */
    cells: z
      .array(
        z.strictObject({
          ...Pair,
          amount_minor: MinorAmount.min(0, schemaMessage`A fare cannot be less than zero.`).nullable(),
        }),
      )
      .min(1, schemaMessage`Change at least one fare.`)
      .max(FARE_TABLE_MAX_CELLS),
  }),
  ok: { status: 200, description: 'The new fares of that day.', schema: FareTable },
  errors: ['not_found', 'validation', 'invalid_state'],
})
