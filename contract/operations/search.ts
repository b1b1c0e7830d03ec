import { z } from 'zod'
import { SEARCH_MAX_CHARS, SEARCH_MIN_CHARS, SEARCH_ROWS_PER_RESOURCE } from '../core/limits/search'
import { operation } from '../core/operations'
import { Id, Instant } from '../core/scalars'
import { SEARCHED_RESOURCES } from '../core/listed-resources'

/** Search result with the facts that distinguish it from similar records. */
export const SearchHit = z.object({
  id: Id,
  /** Name of the record, in the reader's language. */
  title: z.string(),
  /** Secondary text, for example a phone number, a code or a route. */
  detail: z.string().nullable(),
  /** Status of the record, in the values of its resource. */
  status: z.string().nullable(),
  /** Departure of a journey, or start of travel of a reservation. */
  at: Instant.nullable(),
  /** IANA time zone in which `at` is displayed. */
  timezone: z.string().nullable(),
})
export type SearchHit = z.output<typeof SearchHit>

export const SearchGroup = z.object({
  resource: z.enum(SEARCHED_RESOURCES),
  hits: z.array(SearchHit).max(SEARCH_ROWS_PER_RESOURCE),
  /** Whether the list of this resource has more results. */
  more: z.boolean(),
})
export type SearchGroup = z.output<typeof SearchGroup>

export const SearchAnswer = z.object({ groups: z.array(SearchGroup) })
export type SearchAnswer = z.output<typeof SearchAnswer>

export const searchEverywhere = operation({
  id: 'searchEverywhere',
  method: 'GET',
  path: '/search',
  tag: 'search',
  summary: 'Find records by reference, plate, code, name, phone or email',
  access: 'signed-in',
  query: z.object({ q: z.string().trim().min(SEARCH_MIN_CHARS).max(SEARCH_MAX_CHARS) }),
  ok: {
    status: 200,
    description: 'Up to five records of each resource that the caller may list, the best match first.',
    schema: SearchAnswer,
  },
  errors: ['malformed'],
})
