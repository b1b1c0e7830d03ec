import { z } from 'zod'
import { SEARCH_MAX_CHARS, SEARCH_MIN_CHARS, SEARCH_ROWS_PER_RESOURCE } from '../core/limits'
import { operation } from '../core/operations'
import { Id, Instant } from '../core/scalars'
import { SEARCHED_RESOURCES } from '../core/listed-resources'

/** One record that a search found, with what tells it from its like. */
export const SearchHit = z.object({
  id: Id,
  /** How the record is called; a text in several languages in the reader's. */
  title: z.string(),
  /** What stands beside the name: a phone number, a code, a route. */
  detail: z.string().nullable(),
  /** A word of the resource's own statuses. */
  status: z.string().nullable(),
  /** When a journey leaves, or the travel of a reservation begins. */
  at: Instant.nullable(),
  /** IANA zone that `at` is told in. */
  timezone: z.string().nullable(),
})
export type SearchHit = z.output<typeof SearchHit>

export const SearchGroup = z.object({
  resource: z.enum(SEARCHED_RESOURCES),
  hits: z.array(SearchHit).max(SEARCH_ROWS_PER_RESOURCE),
  /** The list of this resource has more. */
  more: z.boolean(),
})
export type SearchGroup = z.output<typeof SearchGroup>

export const SearchAnswer = z.object({ groups: z.array(SearchGroup) })
export type SearchAnswer = z.output<typeof SearchAnswer>

/** Finds records of every kind that the caller may list, by what people say on the phone. */
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
    description: 'Up to five of each kind, the best first; kinds that the caller may not list are left out.',
    schema: SearchAnswer,
  },
  errors: ['malformed'],
})
