import type { FastifyInstance } from 'fastify'
import * as operations from '../../../../contract/partner/webhooks'
import type { DeliveryFilter } from '../../../../contract/partner/webhooks'
import { WEBHOOK_RETENTION_DAYS } from '../../../../contract/core/limits/webhooks'
import { sentence } from '../../../../contract/core/sentence'
import type { WebhookTargets } from '../../../adapters/webhook-post'
import type { Db } from '../../../db/database'
import type { Context } from '../../../kernel/context'
import { readCursor, pageAround } from '../../../crud/cursor'
import { matchedVersion, tagged } from '../../../http/etag'
import { environmentSeen, knownPartner, partnerOf, refuseOtherEnvironment } from '../../../http/partner-caller'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { createEndpointService } from './endpoints'
import { getDelivery, listDeliveries, sendForgotten, sweepDeliveries } from './repository/deliveries'
import { forgetSecrets, listEndpoints } from './repository/endpoints'
import type { Outbox } from './outbox'

interface Deps {
  db: Db
  key: Uint8Array
  targets: WebhookTargets
  outbox: Outbox
}

export const partnerWebhookFeature: Feature<Deps> = {
  routes: partnerWebhookRoutes,
  followers: ({ outbox }) => ({ seats: outbox.notifyOfSeats }),
  followerInOrder: ({ outbox }) => outbox.notifyOfRecords,
  sweeps: ({ db, outbox }) => ({
    expiring_keys: () => outbox.notifyOfExpiringKeys(db),
    webhook_secrets: ({ now }) => forgetSecrets(db, now),
    forgotten_webhooks: () => sendForgotten(db),
    webhook_deliveries: ({ before }) => sweepDeliveries(db, before(WEBHOOK_RETENTION_DAYS)),
  }),
}

function partnerWebhookRoutes(app: FastifyInstance, { db, key, targets }: Deps): void {
  const endpoints = createEndpointService({ db, key, targets })

  serve(app, operations.listWebhooks, async ({ context }) => ({
    results: await endpoints.list(db, partnerOf(context), context),
    next: null,
    previous: null,
  }))
  serve(app, operations.createWebhook, async ({ body, context, reply }) =>
    tagged(await endpoints.create(partnerOf(context), body, context), reply),
  )
  serve(app, operations.getWebhook, async ({ params, context, reply }) =>
    tagged(await endpoints.read(partnerOf(context), params.id, context), reply),
  )
  serve(app, operations.updateWebhook, async ({ params, body, context, request, reply }) =>
    tagged(await endpoints.update(partnerOf(context), params.id, body, matchedVersion(request), context), reply),
  )
  serve(app, operations.deleteWebhook, ({ params, context, request }) =>
    endpoints.remove(partnerOf(context), params.id, matchedVersion(request), context),
  )
  serve(app, operations.testWebhook, ({ params, context }) => endpoints.test(partnerOf(context), params.id, context))
  serve(app, operations.rotateWebhookSecret, async ({ params, body, context, reply }) =>
    tagged(await endpoints.rotate(partnerOf(context), params.id, body.grace_hours, context), reply),
  )
  serve(app, operations.listWebhookDeliveries, async ({ params, query, context }) => {
    const { id } = await endpoints.read(partnerOf(context), params.id, context)
    return page(partnerOf(context), { ...query, endpoint_id: id })
  })
  serve(app, operations.getWebhookDelivery, ({ params, context }) => one(partnerOf(context), params.id, context))
  serve(app, operations.replayWebhookDelivery, async ({ params, context }) => {
    await one(partnerOf(context), params.id, context)
    return endpoints.replay(partnerOf(context), params.id, context)
  })

  serve(app, operations.listPartnerWebhooks, async ({ params }) =>
    listEndpoints(db, await knownPartner(db, params.id), null),
  )
  serve(app, operations.listPartnerDeliveries, async ({ params, query }) =>
    page(await knownPartner(db, params.id), query),
  )
  serve(app, operations.getPartnerDelivery, ({ params, context }) => one(params.id, params.deliveryId, context))
  serve(app, operations.replayPartnerDelivery, async ({ params, context }) => {
    await one(params.id, params.deliveryId, context)
    return endpoints.replay(params.id, params.deliveryId, context)
  })

  async function page(partnerId: string, query: DeliveryFilter & { cursor?: string | undefined; limit: number }) {
    const { cursor: text, limit, ...filter } = query
    const cursor = readCursor(text)
    const found = await listDeliveries(db, partnerId, filter, cursor, limit + 1)
    return pageAround(found, cursor, limit, ({ created_at, id }) => [created_at, id])
  }

  async function one(partnerId: string, id: string, context: Context) {
    const delivery = await getDelivery(db, partnerId, id)
    if (!delivery)
      throw new Refusal('not_found', sentence`There is no delivery with this id. Old deliveries are deleted.`)
    if (environmentSeen(context) !== null) refuseOtherEnvironment(delivery.environment, context)
    return delivery
  }
}
