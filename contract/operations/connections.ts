import { z } from 'zod'
import { CONNECTIONS_MAX_ROWS, CONNECTION_CHANGES_MAX } from '../core/limits/connections'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, MinorAmount } from '../core/scalars'
import { Departure, DeparturesQuery } from './desk'

/** Trip with changes that can be sold as one reservation. Amounts are in minor units. */
export const Connection = z.object({
  /** In the order of travel, each with its own free seats and price. */
  legs: z
    .array(Departure)
    .min(2)
    .max(CONNECTION_CHANGES_MAX + 1),
  /** One entry fewer than `legs`. */
  changes: z.array(
    z.object({
      /** Station of the change, also if passengers walk from one of its platforms to another. */
      station_id: Id,
      name: I18nText,
      /** Minutes from the arrival to the next departure, by expected times. */
      minutes: z.int(),
    }),
  ),
  /** Free seats of the leg with the fewest. */
  seats_left: z.int(),
  seats_needed: z.int().min(0),
  /** Price of all passengers for all legs; null if one of them has no valid fare. */
  total_minor: MinorAmount.nullable(),
  currency: Currency,
})
export type Connection = z.output<typeof Connection>

export const listConnections = operation({
  id: 'listConnections',
  method: 'GET',
  path: '/connections',
  tag: 'reservations',
  summary: 'List the connections with changes between two stations on a day, with free seats and prices',
  access: { action: 'list', resource: 'journeys' },
  query: DeparturesQuery,
  ok: {
    status: 200,
    description:
      `Up to ${CONNECTIONS_MAX_ROWS} connections with 1 to ${CONNECTION_CHANGES_MAX} changes, sorted by departure. Each ` +
      'can be sold now. A connection is left out if another departure or connection leaves no sooner, arrives no later ' +
      'and has no more changes.',
    schema: z.array(Connection),
  },
  errors: ['malformed', 'validation'],
})
