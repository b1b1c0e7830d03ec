import { z } from 'zod'
import { SEARCH_MAX_CHARS } from '../core/limits'
import { operation } from '../core/operations'
import { Place } from './sales'
import { PARTNER_ROLES } from '../core/vocabulary'

/** A station that passengers board or leave at on what the partner may sell. */
export const PartnerPlace = Place.extend({ code: z.string() })
export type PartnerPlace = z.output<typeof PartnerPlace>

export const listPartnerPlaces = operation({
  id: 'listPartnerPlaces',
  method: 'GET',
  path: '/partner/journeys/places',
  tag: 'partner-journeys',
  summary: 'Stations between which the partner may sell, by name; with an origin those that it leads to',
  access: { partner: PARTNER_ROLES, scope: 'journeys:read' },
  query: z.object({
    /** Id or code of a station. */
    origin: z.string().trim().min(1).max(64).optional(),
    /** Part of a name or code. */
    q: z.string().max(SEARCH_MAX_CHARS).optional(),
  }),
  ok: { status: 200, description: 'The first 50.', schema: z.array(PartnerPlace) },
  errors: ['malformed'],
})
