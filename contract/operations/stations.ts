import { z } from 'zod'
import { CONNECTION_CHANGES_MAX } from '../core/connection-limits'
import { SEARCH_MAX_CHARS, STATIONS_FOUND_MAX } from '../core/limits'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, MinorAmount } from '../core/scalars'
import { STATION_MATCHES } from '../core/station-match'
import { ACTIVE_STATUSES } from '../core/vocabulary'

/** Why a station was found. */
export const FoundBy = z.object({
  as: z.enum(STATION_MATCHES),
  /** What the text was found in, where that is neither the code nor the name in the reader's language. */
  text: z.string().nullable(),
  /** Of that text, as texts in several languages have it. */
  language: z.string().nullable(),
})

export const FoundStation = z.object({
  id: Id,
  code: z.string(),
  name: I18nText,
  city: z.string().nullable(),
  status: z.enum(ACTIVE_STATUSES),
  parent_station_id: Id.nullable(),
  /** Null where no text was searched for. */
  match: FoundBy.nullable(),
  /** Whether routes in service lead there; null where the search sets out from nowhere. */
  reachable: z.boolean().nullable(),
  /** The fewest changes on the way there; null where none leads there, or the search sets out from nowhere. */
  changes: z.int().min(0).max(CONNECTION_CHANGES_MAX).nullable(),
  /** The lowest fare of an adult that holds today, before pricing rules; null where none does, or one has to change. */
  fare_from: z.object({ amount_minor: MinorAmount, currency: Currency }).nullable(),
})
export type FoundStation = z.output<typeof FoundStation>

export const searchStations = operation({
  id: 'searchStations',
  method: 'GET',
  path: '/stations/search',
  tag: 'stations',
  summary: 'Find stations by code, name or what else people call them, the one that is most likely meant first',
  access: { action: 'list', resource: 'stations' },
  query: z.object({
    /** Code, name or part of one, in any language and small misspellings forgiven; nothing = the first by name. */
    q: z.string().max(SEARCH_MAX_CHARS).default(''),
    /** The station that one sets out from: tells where it leads and from how much. It is not found itself. */
    from: Id.optional(),
    /** `fold`: a station stands for its platforms; `each`: platforms are found by themselves. */
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
