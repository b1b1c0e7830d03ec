import { uuidv7 } from 'uuidv7'
import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_TESTS_PER_MINUTE } from '../../../../contract/core/limits/webhooks'
import type {
  IssuedWebhook,
  WebhookCreateBody,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookUpdateBody,
} from '../../../../contract/partner/webhooks'
import { sentence } from '../../../../contract/core/sentence'
import { seal } from '../../../adapters/sealed-secrets'
import { targetIssue, type WebhookTargets } from '../../../adapters/webhook-post'
import { makeWebhookSecret } from '../../../adapters/webhook-signing'
import { audit, diff } from '../../../kernel/audit'
import type { Db } from '../../../db/database'
import { inTransaction, type Reader, type Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { isExpected, type Expected } from '../../../http/etag'
import { Refusal, invalid, wrongState } from '../../../http/refusal'
import { environmentSeen, refuseOtherEnvironment } from '../../../http/partner-caller'
import { changeOnce } from '../../../http/idempotency'
import { messageBody } from './outbox'
import { insertDelivery, newestTest, replayDelivery, sendTo } from './repository/deliveries'
import * as endpoints from './repository/endpoints'

const SETTINGS = ['url', 'description', 'events', 'status'] as const
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface Deps {
  db: Db
  /** Encrypts secrets. */
  key: Uint8Array
  targets: WebhookTargets
}

/** Creates the service for webhook endpoints. An endpoint of another partner is answered with 404. */
export function createEndpointService({ db, key, targets }: Deps) {
  /** @throws Refusal validation, invalid_state, environment_mismatch */
  const create = (partnerId: string, body: WebhookCreateBody, context: Context): Promise<IssuedWebhook> =>
    inTransaction(db, async (tx) => {
      refuseOtherEnvironment(body.environment, context)
      refuseTarget(body.url)
      await endpoints.lockPartner(tx, partnerId)
      const others = await endpoints.listEndpoints(tx, partnerId, body.environment)
      if (others.length >= WEBHOOK_ENDPOINTS_MAX)
        throw wrongState([
          {
            path: '',
            message: sentence`At most ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints are allowed. Delete one first.`,
          },
        ])
      const secret = makeWebhookSecret()
      const endpoint = await endpoints.insertEndpoint(tx, {
        ...body,
        id: uuidv7(),
        partner_id: partnerId,
        secret: seal(secret, key),
        secret_last4: secret.slice(-4),
        created_at: context.now().toISOString(),
      })
      await note(tx, context, 'created', endpoint, diff({}, endpoint, [...SETTINGS, 'environment']))
      return { ...endpoint, secret }
    })

  /** @param version the one that the change is based on; null for any. @throws Refusal */
  const update = (
    partnerId: string,
    id: string,
    body: WebhookUpdateBody,
    version: Expected,
    context: Context,
  ): Promise<WebhookEndpoint> =>
    changeOnce(db, context, async (tx) => {
      const before = await locked(tx, partnerId, id, context, version)
      if (body.url !== undefined) refuseTarget(body.url)
      const changes = diff(before, { ...before, ...body }, SETTINGS)
      if (changes.length === 0) return before
      const after = await endpoints.changeEndpoint(tx, id, body)
      if (after.status === 'active') await sendTo(tx, id)
      await note(tx, context, 'updated', after, changes)
      return after
    })

  const remove = (partnerId: string, id: string, version: Expected, context: Context): Promise<WebhookEndpoint> =>
    changeOnce(db, context, async (tx) => {
      const endpoint = await locked(tx, partnerId, id, context, version)
      await endpoints.deleteEndpoint(tx, id)
      await note(tx, context, 'deleted', endpoint)
      return endpoint
    })

  /** @param graceHours validity of the old secret in hours; 0 revokes it at once */
  const rotate = (partnerId: string, id: string, graceHours: number, context: Context): Promise<IssuedWebhook> =>
    inTransaction(db, async (tx) => {
      const before = await locked(tx, partnerId, id, context)
      const secret = makeWebhookSecret()
      const until = graceHours === 0 ? null : new Date(context.now().getTime() + graceHours * HOUR_MS)
      const last4 = secret.slice(-4)
      const after = await endpoints.replaceSecret(tx, id, { secret: seal(secret, key), last4, until })
      await note(tx, context, 'secret_rotated', after, diff(before, after, ['secret_last4', 'previous_secret_until']))
      return { ...after, secret }
    })

  /** Queues a test message. @throws Refusal invalid_state, too_many_requests */
  const test = (partnerId: string, id: string, context: Context): Promise<WebhookDelivery> =>
    changeOnce(db, context, async (tx) => {
      await endpoints.lockPartner(tx, partnerId)
      const { environment, status } = await locked(tx, partnerId, id, context)
      if (status !== 'active')
        throw wrongState([{ path: 'status', message: sentence`Reactivate the webhook endpoint first.` }])
      const at = context.now()
      await refuseTooManyTests(tx, partnerId, at)
      return insertDelivery(tx, {
        id: uuidv7(),
        created_at: at.toISOString(),
        endpoint_id: id,
        partner_id: partnerId,
        environment,
        type: 'webhook.test',
        object_id: null,
        trip_reference: null,
        partner_reference: null,
        payload: messageBody('webhook.test', environment, at, { asked_by: context.actor.name }),
      })
    })

  /** @throws Refusal invalid_state when its receiver is disabled */
  const replay = (partnerId: string, id: string, context: Context): Promise<WebhookDelivery> =>
    changeOnce(db, context, async (tx) => {
      const delivery = await replayDelivery(tx, partnerId, id, context.now())
      if (!delivery)
        throw wrongState([
          {
            path: '',
            message: sentence`The webhook endpoint of this delivery is disabled. Reactivate the endpoint first.`,
          },
        ])
      await audit(tx, context, {
        action: 'partner_webhook.replayed',
        entity: { type: 'webhook_deliveries', id, label: `${delivery.type} ${delivery.trip_reference ?? ''}`.trim() },
      })
      return delivery
    })

  const list = (reader: Reader, partnerId: string, context: Context) =>
    endpoints.listEndpoints(reader, partnerId, environmentSeen(context))

  /** @throws Refusal not_found, environment_mismatch */
  async function read(partnerId: string, id: string, context: Context): Promise<WebhookEndpoint> {
    return known(await endpoints.getEndpoint(db, partnerId, id), context)
  }

  function refuseTarget(url: string): void {
    const message = targetIssue(url, targets)
    if (message !== null) throw invalid([{ path: 'url', message }])
  }

  return { list, read, create, update, remove, rotate, test, replay }
}

async function locked(
  tx: Tx,
  partnerId: string,
  id: string,
  context: Context,
  version: Expected = null,
): Promise<WebhookEndpoint> {
  const endpoint = known(await endpoints.lockEndpoint(tx, partnerId, id), context)
  if (!isExpected(version, endpoint.version))
    throw new Refusal('version_mismatch', sentence`Read the webhook endpoint again and repeat the change.`, {
      current: { ...endpoint },
    })
  return endpoint
}

function known(endpoint: WebhookEndpoint | undefined, context: Context): WebhookEndpoint {
  if (!endpoint) throw new Refusal('not_found', sentence`There is no webhook endpoint with this id.`)
  refuseOtherEnvironment(endpoint.environment, context)
  return endpoint
}

/** Requires a lock on the partner, so that simultaneous calls count each other's messages. */
async function refuseTooManyTests(tx: Tx, partnerId: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - MINUTE_MS)
  const oldest = await newestTest(tx, partnerId, { count: WEBHOOK_TESTS_PER_MINUTE, since, until: at })
  if (!oldest) return
  const retryAfterS = Math.ceil((oldest.getTime() - since.getTime()) / 1000)
  const detail = sentence`A partner may send ${WEBHOOK_TESTS_PER_MINUTE} test messages a minute. Try again in ${retryAfterS} s.`
  throw new Refusal('too_many_requests', detail, { retryAfterS })
}

const note = (
  tx: Tx,
  context: Context,
  verb: 'created' | 'updated' | 'deleted' | 'secret_rotated',
  { id, url }: WebhookEndpoint,
  changes: ReturnType<typeof diff> = [],
) =>
  audit(tx, context, {
    action: `partner_webhook.${verb}`,
    entity: { type: 'webhook_endpoints', id, label: new URL(url).host },
    changes,
  })
