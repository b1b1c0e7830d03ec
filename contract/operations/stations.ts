import { z } from 'zod'
import { CONNECTION_CHANGES_MAX } from '../core/limits/connections'
import { SEARCH_MAX_CHARS, STATIONS_FOUND_MAX } from '../core/limits/search'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, MinorAmount } from '../core/scalars'
import { STATION_MATCHES } from '../core/station-match'
import { ACTIVE_STATUSES } from '../core/vocabulary'

/** Match of a station in a search. */
export const FoundBy = z.object({
  as: z.enum(STATION_MATCHES),
  /** Matched text; null if it is the code or the name in the reader's language. */
  text: z.string().nullable(),
  /** Language code of `text`. */
  language: z.string().nullable(),
})

export const FoundStation = z.object({
  id: Id,
  code: z.string(),
  name: I18nText,
  city: z.string().nullable(),
  status: z.enum(ACTIVE_STATUSES),
  parent_station_id: Id.nullable(),
  /** Null without a search text. */
  match: FoundBy.nullable(),
  /** Whether active routes lead there from `from`; null without `from`. */
  reachable: z.boolean().nullable(),
  /** Smallest number of changes from `from`; null if unreachable, or without `from`. */
  changes: z.int().min(0).max(CONNECTION_CHANGES_MAX).nullable(),
  /** Lowest current adult fare before pricing rules; null without one, or if a change is necessary. */
  fare_from: z.object({ amount_minor: MinorAmount, currency: Currency }).nullable(),
})
export type FoundStation = z.output<typeof FoundStation>

export const searchStations = operation({
  id: 'searchStations',
  method: 'GET',
  path: '/stations/search',
  tag: 'stations',
  summary: 'Find stations by code, name or alternative name, the best match first',
  access: { action: 'list', resource: 'stations' },
  query: z.object({
    /** Code, name or part of a name in any language; tolerates small misspellings. Empty = the first stations by name. */
    q: z.string().max(SEARCH_MAX_CHARS).default(''),
    /** Origin station, for `reachable`, `changes` and `fare_from`. It is excluded from the results. */
    from: Id.optional(),
    /** `fold`: only the parent station of platforms is returned; `each`: platforms are returned themselves. */
    platforms: z.enum(['fold', 'each']).default('each'),
    status: z.enum(ACTIVE_STATUSES).optional(),
  }),
  ok: {
    status: 200,
    description: `The best match first, at most ${STATIONS_FOUND_MAX}.`,
    schema: z.array(FoundStation),
  },
  errors: ['malformed', 'validation'],
})
