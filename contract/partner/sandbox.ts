import { z } from 'zod'
import { SANDBOX_TRIPS_AT_ONCE } from '../core/limits/partner-api'
import { operation } from '../core/operations'
import { CursorPage, onePage } from './page'
import { PartnerTrip } from './sales'
import { Id, Instant } from '../core/scalars'
import {
  CERTIFICATION_ITEMS,
  SANDBOX_SCENARIOS,
  SANDBOX_STATES,
  SANDBOX_STEPS,
  PARTNER_ROLES,
} from '../core/vocabulary'

/* Sandbox: scripted mock trips in the test environment, and the certification checklist of a partner. */

const tag = 'partner-sandbox'
const developers = { partner: ['owner', 'developer'], scope: 'trips:write' } as const
const IdParams = z.object({ id: Id })

const SandboxTripStep = z.object({
  /** Position in the script, from 1. */
  position: z.int().min(1),
  step: z.enum(SANDBOX_STEPS),
  /** Seconds after the start until it happens automatically; null if it waits for a request or for `advance`. */
  after_s: z.int().min(0).nullable(),
  done_at: Instant.nullable(),
  /** Error code of the step; null without an error. */
  problem_code: z.string().nullable(),
})

/** Test booking that follows a script. */
export const SandboxTrip = z.object({
  id: Id,
  created_at: Instant,
  scenario: z.enum(SANDBOX_SCENARIOS),
  /** The same seed selects the same journey and passengers, as long as the timetable is unchanged. */
  seed: z.int(),
  state: z.enum(SANDBOX_STATES),
  /** Null if the booking was deleted. */
  trip: PartnerTrip.nullable(),
  steps: z.array(SandboxTripStep),
  /** Time of the automatic end. */
  ends_at: Instant,
})
export type SandboxTrip = z.output<typeof SandboxTrip>

export const SandboxTripsBody = z.strictObject({
  scenario: z.enum(SANDBOX_SCENARIOS),
  count: z.int().min(1).max(SANDBOX_TRIPS_AT_ONCE).default(1),
  /** Defaults to a random seed. */
  seed: z.int().min(0).max(2_147_483_647).optional(),
})
export type SandboxTripsBody = z.output<typeof SandboxTripsBody>

const one = { status: 200, description: 'The mock trip as it is now.', schema: SandboxTrip }

export const listMockTrips = operation({
  id: 'listMockTrips',
  method: 'GET',
  path: '/partner/mock-trips',
  tag,
  summary: 'List the mock trips of the last hours, the latest first',
  access: developers,
  query: z.object(CursorPage),
  ok: onePage(SandboxTrip),
  errors: ['environment_mismatch', 'malformed'],
})

export const createMockTrips = operation({
  id: 'createMockTrips',
  method: 'POST',
  path: '/partner/mock-trips',
  tag,
  summary: 'Create mock trips that follow a scenario',
  access: developers,
  body: SandboxTripsBody,
  ok: {
    status: 201,
    description: 'The mock trips with their first step done.',
    schema: z.object({ results: z.array(SandboxTrip) }),
  },
  errors: ['environment_mismatch', 'validation', 'invalid_state'],
})

export const getMockTrip = operation({
  id: 'getMockTrip',
  method: 'GET',
  path: '/partner/mock-trips/:id',
  tag,
  summary: 'Get a mock trip',
  access: developers,
  params: IdParams,
  ok: one,
  errors: ['environment_mismatch', 'not_found'],
})

export const advanceMockTrip = operation({
  id: 'advanceMockTrip',
  method: 'POST',
  path: '/partner/mock-trips/:id/advance',
  tag,
  summary: 'Advance a mock trip to its next step',
  access: developers,
  params: IdParams,
  ok: one,
  errors: ['environment_mismatch', 'not_found', 'invalid_state'],
})

export const resetMockTrip = operation({
  id: 'resetMockTrip',
  method: 'POST',
  path: '/partner/mock-trips/:id/reset',
  tag,
  summary: 'Restart the scenario of a mock trip with another booking',
  access: developers,
  params: IdParams,
  ok: one,
  errors: ['environment_mismatch', 'not_found', 'invalid_state'],
})

/** Checklist of requests that the partner's client has to make with a test key, with the time of the first one. */
export const Certification = z.object({
  items: z.array(
    z.object({
      item: z.enum(CERTIFICATION_ITEMS),
      /** Null = not done. */
      done_at: Instant.nullable(),
      /** Request that completed the item, for the API log. */
      request_id: z.string().nullable(),
    }),
  ),
  /** Whether all items are done. */
  is_complete: z.boolean(),
})
export type Certification = z.output<typeof Certification>

const certification = {
  status: 200,
  description: 'All ten items, in the recommended order.',
  schema: Certification,
}

export const getCertification = operation({
  id: 'getCertification',
  method: 'GET',
  path: '/partner/mock-trips/certification',
  tag,
  summary: 'Get the certification checklist of the partner',
  access: { partner: PARTNER_ROLES, scope: 'trips:read' },
  ok: certification,
  errors: [],
})

export const getPartnerCertification = operation({
  id: 'getPartnerCertification',
  method: 'GET',
  path: '/partners/:id/certification',
  tag,
  summary: 'Get the certification checklist of a partner, for staff',
  access: { action: 'show', resource: 'partners' },
  params: IdParams,
  ok: certification,
  errors: ['not_found'],
})
