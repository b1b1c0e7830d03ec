import { sql } from 'kysely'
import type { WebhookEndpoint, WebhookUpdateBody } from '../../../../../contract/partner/webhooks'
import type { Environment } from '../../../../../contract/core/vocabulary'
import type { WebhookEvent } from '../../../../../contract/partner/webhook-events'
import type { Reader, Tx } from '../../../../db/transaction'

const ENDPOINT = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'environment',
  'url',
  'description',
  'events',
  'status',
  'disabled_reason',
  'disabled_at',
  'failing_since',
  'last_success_at',
  'last_failure_at',
  'secret_last4',
  'previous_secret_until',
] as const

/** Returns the endpoints of a partner, of one environment or all, oldest first. */
export async function listEndpoints(
  reader: Reader,
  partnerId: string,
  environment: Environment | null,
): Promise<WebhookEndpoint[]> {
  let query = reader.selectFrom('webhook_endpoints').select(ENDPOINT).where('partner_id', '=', partnerId)
  if (environment !== null) query = query.where('environment', '=', environment)
  return query.orderBy('created_at').orderBy('id').execute()
}

export const getEndpoint = (reader: Reader, partnerId: string, id: string): Promise<WebhookEndpoint | undefined> =>
  reader
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()

export const lockEndpoint = (tx: Tx, partnerId: string, id: string): Promise<WebhookEndpoint | undefined> =>
  tx
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Locks a partner for changes that count its other endpoints or messages; undefined for an unknown partner. */
export const lockPartner = (tx: Tx, id: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('partners').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export interface NewEndpoint {
  id: string
  partner_id: string
  environment: Environment
  url: string
  description: string | null
  events: WebhookEvent[]
  /** Encrypted. */
  secret: string
  secret_last4: string
  created_at: string
}

export const insertEndpoint = (tx: Tx, row: NewEndpoint): Promise<WebhookEndpoint> =>
  tx
    .insertInto('webhook_endpoints')
    .values({ ...row, updated_at: row.created_at })
    .returning(ENDPOINT)
    .executeTakeFirstOrThrow()

/** Updates an endpoint; a change of status resets its failures. */
export const changeEndpoint = (tx: Tx, id: string, to: WebhookUpdateBody): Promise<WebhookEndpoint> =>
  tx
    .updateTable('webhook_endpoints')
    .set({
      ...(to.url !== undefined && { url: to.url }),
      ...(to.description !== undefined && { description: to.description }),
      ...(to.events !== undefined && { events: to.events }),
      ...(to.status !== undefined && {
        status: to.status,
        disabled_reason: null,
        disabled_at: null,
        failing_since: null,
      }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(ENDPOINT)
    .executeTakeFirstOrThrow()

/** Replaces the encrypted secret. The previous one signs until `until`; null revokes it at once. */
export const replaceSecret = (
  tx: Tx,
  id: string,
  { secret, last4, until }: { secret: string; last4: string; until: Date | null },
): Promise<WebhookEndpoint> =>
  tx
    .updateTable('webhook_endpoints')
    .set({
      previous_secret: until === null ? null : sql<string>`secret`,
      previous_secret_until: until?.toISOString() ?? null,
      secret,
      secret_last4: last4,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(ENDPOINT)
    .executeTakeFirstOrThrow()

export const deleteEndpoint = (tx: Tx, id: string) => tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()

/** Deletes previous secrets that have expired. */
export const forgetSecrets = (reader: Reader, at: Date) =>
  sql`
    update webhook_endpoints set previous_secret = null, previous_secret_until = null
    where previous_secret_until <= ${at.toISOString()}`.execute(reader)
