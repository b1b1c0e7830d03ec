import type { FastifyInstance } from 'fastify'
import * as operations from '../../../../contract/partner/sandbox'
import type { Certification } from '../../../../contract/partner/sandbox'
import { CERTIFICATION_ITEMS } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import type { Context } from '../../../http/context'
import { readCursor, pageAround } from '../../../http/cursor'
import { knownPartner, partnerOf } from '../../../http/partner-caller'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import { systemContext } from '../../../http/context'
import type { Feature } from '../../feature'
import type { Ports } from './ports'
import { certificationOf } from './repository/certification'
import { getMock, listMocks, sweepMocks } from './repository/mocks'
import { createStage } from './trips'
import { setTraps } from './fault-injection'

interface Dependencies {
  db: Db
  ports: Ports
  now: () => Date
  /** Resolves once all calls that were answered by now are in the log. */
  flushCalls: () => Promise<void>
}

export const partnerSandboxFeature: Feature<Dependencies> = {
  routes: partnerSandboxRoutes,
  sweeps: ({ db, ports, now }) => {
    const stage = createStage({ db, ports })
    return [() => stage.settleDue(null, systemContext('rehearsal', now)), ({ before }) => sweepMocks(db, before(1))]
  },
}

/** Mock trips of the test environment, and the checklist that real calls fill. */
function partnerSandboxRoutes(app: FastifyInstance, { db, ports, flushCalls }: Dependencies): void {
  const stage = createStage({ db, ports })
  setTraps(app, { db })

  serve(app, operations.listMockTrips, async ({ query: { cursor: text, limit }, context: given }) => {
    const { partnerId, context } = rehearsing(given)
    const cursor = readCursor(text)
    await stage.settleDue(partnerId, context)
    const found = await listMocks(db, partnerId, cursor, limit + 1)
    const page = pageAround(found, cursor, limit, ({ created_at, id }) => [created_at, id])
    return { ...page, results: await Promise.all(page.results.map((mock) => stage.told(db, mock))) }
  })
  serve(app, operations.createMockTrips, async ({ body, context: given }) => {
    const { partnerId, context } = rehearsing(given)
    return { results: await stage.create(partnerId, body, context) }
  })
  serve(app, operations.getMockTrip, async ({ params, context: given }) => {
    const { partnerId, context } = rehearsing(given)
    await stage.settleDue(partnerId, context)
    const mock = await getMock(db, partnerId, params.id)
    if (!mock) throw new Refusal('not_found', 'There is no mock trip with this id.')
    return stage.told(db, mock)
  })
  serve(app, operations.advanceMockTrip, ({ params, context: given }) => {
    const { partnerId, context } = rehearsing(given)
    return stage.advance(partnerId, params.id, context)
  })
  serve(app, operations.resetMockTrip, ({ params, context: given }) => {
    const { partnerId, context } = rehearsing(given)
    return stage.reset(partnerId, params.id, context)
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

/** Rehearsals are in the test environment: people get there too, live keys do not. @throws Refusal environment_mismatch */
function rehearsing(context: Context): { partnerId: string; context: Context } {
  const partnerId = partnerOf(context)
  const { partner } = context
  if (partner?.memberId === null && partner.environment === 'live')
    throw new Refusal('environment_mismatch', 'Mock trips are for test keys. Call with a test key.')
  return { partnerId, context: { ...context, ...(partner && { partner: { ...partner, environment: 'test' } }) } }
}
