import type { FastifyInstance } from 'fastify'
import * as operations from '../../../../contract/partner/sandbox'
import type { Certification } from '../../../../contract/partner/sandbox'
import { CERTIFICATION_ITEMS } from '../../../../contract/core/vocabulary'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import type { Context } from '../../../kernel/context'
import { readCursor, pageAround } from '../../../crud/cursor'
import { knownPartner, partnerOf } from '../../../http/partner-caller'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import { systemContext } from '../../../kernel/context'
import type { Feature } from '../../feature'
import { certificationOf } from './repository/certification'
import { getSandboxTrip, listSandboxTrips, sweepSandboxTrips } from './repository/trips'
import { createSandbox, type Ports } from './trips'
import { injectFaults } from './fault-injection'

interface Deps {
  db: Db
  ports: Ports
  now: () => Date
  /** Resolves when all calls answered so far are in the log. */
  flushCalls: () => Promise<void>
}

export const partnerSandboxFeature: Feature<Deps> = {
  routes: partnerSandboxRoutes,
  sweeps: ({ db, ports, now }) => {
    const sandbox = createSandbox({ db, ports })
    return {
      sandbox: () => sandbox.settleDue(null, systemContext('mock trips', now)),
      mock_trips: ({ before }) => sweepSandboxTrips(db, before(1)),
    }
  },
}

/** Registers the routes for mock trips, and for the certification checklist, which real calls fill. */
function partnerSandboxRoutes(app: FastifyInstance, { db, ports, flushCalls }: Deps): void {
  const sandbox = createSandbox({ db, ports })
  injectFaults(app, { db })

  serve(app, operations.listMockTrips, async ({ query: { cursor: text, limit }, context: given }) => {
    const { partnerId, context } = inSandbox(given)
    const cursor = readCursor(text)
    await sandbox.settleDue(partnerId, context)
    const found = await listSandboxTrips(db, partnerId, cursor, limit + 1)
    const page = pageAround(found, cursor, limit, ({ created_at, id }) => [created_at, id])
    return { ...page, results: await Promise.all(page.results.map((trip) => sandbox.presentTrip(db, trip))) }
  })
  serve(app, operations.createMockTrips, async ({ body, context: given }) => {
    const { partnerId, context } = inSandbox(given)
    return { results: await sandbox.create(partnerId, body, context) }
  })
  serve(app, operations.getMockTrip, async ({ params, context: given }) => {
    const { partnerId, context } = inSandbox(given)
    await sandbox.settleDue(partnerId, context)
    const trip = await getSandboxTrip(db, partnerId, params.id)
    if (!trip) throw new Refusal('not_found', sentence`There is no mock trip with this id.`)
    return sandbox.presentTrip(db, trip)
  })
  serve(app, operations.advanceMockTrip, ({ params, context: given }) => {
    const { partnerId, context } = inSandbox(given)
    return sandbox.advance(partnerId, params.id, context)
  })
  serve(app, operations.resetMockTrip, ({ params, context: given }) => {
    const { partnerId, context } = inSandbox(given)
    return sandbox.reset(partnerId, params.id, context)
  })

  serve(app, operations.getCertification, ({ context }) => certification(partnerOf(context)))
  serve(app, operations.getPartnerCertification, async ({ params }) => certification(await knownPartner(db, params.id)))

  async function certification(partnerId: string): Promise<Certification> {
    await flushCalls()
    const first = await certificationOf(db, partnerId)
    const items = CERTIFICATION_ITEMS.map((item) => ({
      item,
      ...(first.get(item) ?? { done_at: null, request_id: null }),
    }))
    return { items, is_complete: items.every(({ done_at }) => done_at !== null) }
  }
}

/** Returns the caller in the test environment. Refuses live keys. @throws Refusal environment_mismatch */
function inSandbox(context: Context): { partnerId: string; context: Context } {
  const partnerId = partnerOf(context)
  const { partner } = context
  if (partner?.memberId === null && partner.environment === 'live')
    throw new Refusal('environment_mismatch', sentence`Mock trips are for test keys. Call with a test key.`)
  return { partnerId, context: { ...context, ...(partner && { partner: { ...partner, environment: 'test' } }) } }
}
