import { sentence } from '../../../contract/core/sentence'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Journey } from '../../../contract/entities/journey'
import * as operations from '../../../contract/operations/journeys'
import type { GenerationRequest } from '../../../contract/operations/journeys'
import { getManifest, printManifest } from '../../../contract/operations/manifest'
import type { Operation } from '../../../contract/core/operations'
import type { Id } from '../../../contract/core/scalars'
import type { Task } from '../../../contract/operations/tasks'
import type { Store } from '../../crud/store'
import type { Step } from '../../crud/store-options'
import type { Db } from '../../db/database'
import { inTransaction, type Tx } from '../../db/transaction'
import { systemContext, type Context } from '../../kernel/context'
import { matchedVersion } from '../../http/etag'
import { invalidAt } from '../../http/refusal'
import { serve } from '../../http/serve'
import { suggestionsFor } from '../../kernel/crew'
import type { Feature } from '../feature'
import { cancelWithParties, type Parties } from './steps/cancel'
import { getManifest as manifestOf, printManifest as print } from './print-manifest'
import { missedConnections } from './repository/connections'
import { clashesOf } from './repository/clashes'
import { previewOf } from './steps/generate'
import { change } from './steps/change'
import { takeStep } from './steps/take-step'
import { jobOf } from './steps/assignment'
import { journeysStore } from './store'
import { completeOverdue } from './steps/sweep'

interface Deps {
  db: Db
  store: Store<Journey>
  parties: Parties
  now: () => Date
  /** Origin of the public URL; null when it is not known. */
  publicUrl: string | null
  /** Starts a task that creates departures by their codes. */
  startGeneration: (tx: Tx, context: Context, requested: GenerationRequest, codes: readonly string[]) => Promise<Task>
}

export const journeyFeature: Feature<Deps> = {
  stores: [journeysStore],
  routes: journeyRoutes,
  sweeps: ({ db, store, now }) => ({
    journeys: () => completeOverdue(db, store, systemContext('journey sweeper', now)),
  }),
}

/** Registers status changes, vehicle and driver suggestions, the manifest and the generation of departures. */
function journeyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, store, parties, publicUrl } = deps
  const step = <B extends z.ZodType>(
    operation: Operation<z.ZodObject<{ id: typeof Id }>, undefined, B>,
    make: (body: z.output<B>, context: Context) => Step<Journey>,
  ) =>
    serve(app, operation, async ({ params, body, context, request, reply }) => {
      const row = await store.act(params.id, matchedVersion(request), context, make(body as z.output<B>, context))
      reply.header('etag', `"${row.version}"`)
      return row
    })

  step(operations.assignJourney, ({ override_reason, accept_warnings, ...requested }, context) =>
    change(
      {
        action: 'assigned',
        input: Object.fromEntries(Object.entries(requested).filter(([, id]) => id !== undefined)),
        overrideReason: override_reason,
        acceptsWarnings: accept_warnings,
      },
      context,
    ),
  )
  step(operations.scheduleJourney, (_, context) => takeStep('scheduleJourney', context))
  step(operations.boardJourney, (_, context) => takeStep('boardJourney', context))
  step(operations.departJourney, (_, context) => takeStep('departJourney', context))
  step(operations.completeJourney, (_, context) => takeStep('completeJourney', context))
  step(operations.interruptJourney, ({ reason }, context) => takeStep('interruptJourney', context, reason))
  step(operations.resumeJourney, (_, context) => takeStep('resumeJourney', context))
  step(operations.reinstateJourney, ({ reason }, context) => takeStep('reinstateJourney', context, reason))
  step(operations.revertJourney, ({ reason }, context) => takeStep('revertJourney', context, reason))

  serve(app, operations.cancelJourney, async ({ params, body, context, request, reply }) => {
    const version = matchedVersion(request)
    const work = { store, parties }
    const done = await store.write(
      context,
      (tx) => cancelWithParties(tx, work, params.id, version, body, context, body.simulate),
      body.simulate,
    )
    reply.header('etag', `"${done.journey.version}"`)
    return done
  })

  serve(app, operations.delayJourney, async ({ params, body, context, request, reply }) => {
    const version = matchedVersion(request)
    const done = await store.write(
      context,
      async (tx) => {
        const current = await store.getIn(tx, params.id)
        const delay = body.delay_min ?? current.delay_min + (body.add_min ?? 0)
        const requested = { action: 'delayed' as const, input: { delay_min: delay }, reason: body.reason }
        const journey = await store.actIn(tx, params.id, version, context, change(requested, context))
        const missed_connections = await missedConnections(tx, params.id)
        return { journey, clashes: await clashesOf(tx, params.id), missed_connections }
      },
      body.simulate,
    )
    reply.header('etag', `"${done.journey.version}"`)
    return done
  })

  serve(app, operations.suggestForJourney, async ({ params: { id } }) => suggestionsFor(db, await jobOf(db, id), id))
  serve(app, getManifest, ({ params }) => manifestOf(db, params.id))
  serve(app, printManifest, async ({ params, query, reply }) => {
    const pdf = await print(db, params.id, query.language, publicUrl)
    reply.type('application/pdf').header('content-disposition', 'inline; filename="manifest.pdf"')
    return pdf
  })
  serve(app, operations.previewGeneration, ({ body, context }) =>
    inTransaction(db, (tx) => previewOf(tx, body, context.now())),
  )
  serve(app, operations.generateJourneys, ({ body, context }) =>
    store.write(context, async (tx) => {
      const { journeys } = await previewOf(tx, body, context.now())
      if (journeys.length === 0)
        throw invalidAt('to', sentence`No day in this period matches the pattern. Change the dates or the weekdays.`)
      const codes = journeys.map(({ code }) => code)
      return deps.startGeneration(tx, context, body, codes)
    }),
  )
}
