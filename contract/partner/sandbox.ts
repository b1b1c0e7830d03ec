import { z } from 'zod'
import { SANDBOX_TRIPS_AT_ONCE } from '../core/limits'
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

/* How a partner tries its program out in the test environment, and how far it has come. */

const tag = 'partner-sandbox'
const developers = { partner: ['owner', 'developer'], scope: 'trips:write' } as const
const IdParams = z.object({ id: Id })

const SandboxTripStep = z.object({
  /** From 1. */
  position: z.int().min(1),
  step: z.enum(SANDBOX_STEPS),
  /** Seconds after the start at which it happens by itself; null where it waits for a call, or for `advance`. */
  after_s: z.int().min(0).nullable(),
  done_at: Instant.nullable(),
  /** The code of the refusal that it met or made; null where there was none. */
  problem_code: z.string().nullable(),
})

/** A test trip that follows a script. */
export const SandboxTrip = z.object({
  id: Id,
  created_at: Instant,
  scenario: z.enum(SANDBOX_SCENARIOS),
  /** The same seed chooses the same journey and party, as long as the timetable is the same. */
  seed: z.int(),
  state: z.enum(SANDBOX_STATES),
  /** Null where it is gone. */
  trip: PartnerTrip.nullable(),
  steps: z.array(SandboxTripStep),
  /** When it ends by itself. */
  ends_at: Instant,
})
export type SandboxTrip = z.output<typeof SandboxTrip>

export const SandboxTripsBody = z.strictObject({
  scenario: z.enum(SANDBOX_SCENARIOS),
  count: z.int().min(1).max(SANDBOX_TRIPS_AT_ONCE).default(1),
  /** Left out: one is drawn. */
  seed: z.int().min(0).max(2_147_483_647).optional(),
})
export type SandboxTripsBody = z.output<typeof SandboxTripsBody>

const one = { status: 200, description: 'The mock trip as it is now.', schema: SandboxTrip }

export const listMockTrips = operation({
  id: 'listMockTrips',
  method: 'GET',
  path: '/partner/mock-trips',
  tag,
  summary: 'The mock trips of the last hours, the latest first',
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
  summary: 'Play a scenario with test trips',
  access: developers,
  body: SandboxTripsBody,
  ok: {
    status: 201,
    description: 'Them, with their first step done.',
    schema: z.object({ results: z.array(SandboxTrip) }),
  },
  errors: ['environment_mismatch', 'validation', 'invalid_state'],
})

export const getMockTrip = operation({
  id: 'getMockTrip',
  method: 'GET',
  path: '/partner/mock-trips/:id',
  tag,
  summary: 'One mock trip',
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
  summary: 'Do its next step now',
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
  summary: 'End its trip and restart the scenario with another one',
  access: developers,
  params: IdParams,
  ok: one,
  errors: ['environment_mismatch', 'not_found', 'invalid_state'],
})

/** What the partner's program has to have done with a test key, and when it first did. */
export const Certification = z.object({
  items: z.array(
    z.object({
      item: z.enum(CERTIFICATION_ITEMS),
      /** Null = not yet. */
      done_at: Instant.nullable(),
      /** Of the call that did it, to find it in the log. */
      request_id: z.string().nullable(),
    }),
  ),
  /** All of them are done. */
  is_complete: z.boolean(),
})
export type Certification = z.output<typeof Certification>

const certification = {
  status: 200,
  description: 'All ten, in the order in which they are best done.',
  schema: Certification,
}

export const getCertification = operation({
  id: 'getCertification',
  method: 'GET',
  path: '/partner/mock-trips/certification',
  tag,
  summary: 'What of the checklist the partner’s program has done with a test key',
  access: { partner: PARTNER_ROLES, scope: 'trips:read' },
  ok: certification,
  errors: [],
})

export const getPartnerCertification = operation({
  id: 'getPartnerCertification',
  method: 'GET',
  path: '/partners/:id/certification',
  tag,
  summary: 'The checklist of a partner, for staff',
  access: { action: 'show', resource: 'partners' },
  params: IdParams,
  ok: certification,
  errors: ['not_found'],
})
