import { z } from 'zod'
import { CONNECTIONS_MAX_ROWS, CONNECTION_CHANGES_MAX } from '../core/connection-limits'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, MinorAmount } from '../core/scalars'
import { Departure, DeparturesQuery } from './desk'

/** A trip with changes that can be sold as one reservation. Amounts in minor units. */
export const Connection = z.object({
  /** In the order of travel, each with its own seats left and price. */
  legs: z
    .array(Departure)
    .min(2)
    .max(CONNECTION_CHANGES_MAX + 1),
  /** One less than there are legs. */
  changes: z.array(
    z.object({
      /** Where they change: the station, also where they walk from one of its platforms to another. */
      station_id: Id,
      name: I18nText,
      /** From the arrival to the next departure, as foreseen now. */
      minutes: z.int(),
    }),
  ),
  /** Of the leg that has the fewest. */
  seats_left: z.int(),
  seats_needed: z.int().min(0),
  /** What all of the party pay for all legs; null where no fare holds on one of them. */
  total_minor: MinorAmount.nullable(),
  currency: Currency,
})
export type Connection = z.output<typeof Connection>

export const listConnections = operation({
  id: 'listConnections',
  method: 'GET',
  path: '/connections',
  tag: 'reservations',
  summary: 'The trips of a day between two stations with a change of coach, with seats left and the price for a party',
  access: { action: 'list', resource: 'journeys' },
  query: DeparturesQuery,
  ok: {
    status: 200,
    description:
      `With one change to ${CONNECTION_CHANGES_MAX}, in the order of departure, at most ${CONNECTIONS_MAX_ROWS}. Each can ` +
      'be sold now, and none is told that another departure or connection beats: one that leaves no sooner, arrives no ' +
      'later and has no more changes.',
    schema: z.array(Connection),
  },
  errors: ['malformed', 'validation'],
})
