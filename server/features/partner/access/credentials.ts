import { uuidv7 } from 'uuidv7'
import type { PartnerCredential, PartnerCredentialUpdate } from '../../../../contract/entities/partner-credential'
import { scopesOf } from '../../../../contract/core/key-scopes'
import { PARTNER_CREDENTIALS_MAX } from '../../../../contract/core/limits/partner-api'
import type { CredentialCreateBody, IssuedCredential } from '../../../../contract/partner/credentials'
import type { Environment } from '../../../../contract/core/vocabulary'
import { choice, sentence } from '../../../../contract/core/sentence'
import { hashPartnerToken, keyPrefix, makePartnerToken } from '../../../adapters/partner-tokens'
import { audit, diff } from '../../../kernel/audit'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { isExpected, type Expected } from '../../../http/etag'
import { Refusal, invalid, wrongState } from '../../../http/refusal'
import { changeOnce } from '../../../http/idempotency'
import * as keys from './repository/credentials'
import { lockPartner } from './repository/people'

const SETTINGS = ['name', 'scopes', 'ip_allowlist', 'expires_at'] as const
type Settings = Pick<PartnerCredential, (typeof SETTINGS)[number] | 'environment'>

/** Creates the service for API keys. A key of another partner is answered with 404. */
export function createCredentialService(db: Db) {
  const list = (partnerId: string, at: Date) => keys.listCredentials(db, partnerId, at)

  /** @throws Refusal validation, invalid_state */
  const create = (partnerId: string, body: Omit<CredentialCreateBody, 'password'>, context: Context) =>
    inTransaction(db, async (tx) => {
      const at = context.now()
      refuseMoreThanOwn(body, context)
      await refuseUnlessRoom(tx, partnerId, body.environment, at)
      refusePast(body.expires_at, at)
      const issued = await issue(tx, partnerId, body, context)
      await audit(tx, context, {
        action: 'partner_credential.created',
        entity: named(issued),
        changes: diff({}, issued, [...SETTINGS, 'environment']),
      })
      return issued
    })

  /** @param graceHours lifetime of the old key in hours; 0 revokes it. @throws Refusal not_found, invalid_state */
  const rotate = (partnerId: string, id: string, graceHours: number, context: Context) =>
    inTransaction(db, async (tx) => {
      const at = context.now()
      await lockPartner(tx, partnerId)
      const old = await usable(tx, partnerId, id, at)
      refuseMoreThanOwn(old, context)
      if (old.state === 'rotating')
        throw wrongState([{ path: '', message: sentence`This key has already been replaced. Use the new one.` }])
      const graceEnd = new Date(at.getTime() + graceHours * 3_600_000)
      const ends =
        old.expires_at !== null && new Date(old.expires_at) < graceEnd ? old.expires_at : graceEnd.toISOString()
      await keys.changeCredential(
        tx,
        id,
        graceHours === 0 ? { state: 'revoked' } : { state: 'rotating', expires_at: ends },
      )
      const issued = await issue(tx, partnerId, old, context)
      await audit(tx, context, {
        action: 'partner_credential.rotated',
        entity: named(old),
        changes: [
          { field: 'last4', old: old.last4, new: issued.last4 },
          { field: 'expires_at', old: old.expires_at, new: graceHours === 0 ? at.toISOString() : ends },
        ],
      })
      return issued
    })

  /** @param version the one that the change is based on; null for any. @throws Refusal not_found, version_mismatch */
  const update = (partnerId: string, id: string, body: PartnerCredentialUpdate, version: Expected, context: Context) =>
    changeOnce(db, context, async (tx) => {
      const at = context.now()
      const before = await usable(tx, partnerId, id, at)
      if (!isExpected(version, before.version))
        throw new Refusal('version_mismatch', sentence`Read the key again and repeat the change.`, {
          current: { ...before },
        })
      if (body.expires_at !== undefined) refusePast(body.expires_at, at)
      const changes = diff(before, { ...before, ...body }, SETTINGS)
      if (changes.length === 0) return before
      refuseMoreThanOwn({ ...before, ...body }, context)
      const added = body.scopes?.filter((scope) => !before.scopes.includes(scope)) ?? []
      await refuseMoreThanMaker(tx, before, added)
      const after = await keys.changeCredential(tx, id, body)
      await audit(tx, context, { action: 'partner_credential.updated', entity: named(after), changes })
      return after
    })

  /** Revokes a key. @throws Refusal not_found, invalid_state */
  const revoke = (partnerId: string, id: string, context: Context) =>
    changeOnce(db, context, async (tx) => end(tx, await usable(tx, partnerId, id, context.now()), context))

  return { list, create, rotate, update, revoke }
}

/** Revokes the keys that a person created: a removed person still knows their secrets. */
export async function endKeysOf(tx: Tx, memberId: string, context: Context): Promise<void> {
  for (const key of await keys.lockKeysOf(tx, memberId, context.now())) await end(tx, key, context)
}

async function end(tx: Tx, before: PartnerCredential, context: Context): Promise<PartnerCredential> {
  const after = await keys.changeCredential(tx, before.id, { state: 'revoked' })
  await audit(tx, context, {
    action: 'partner_credential.revoked',
    entity: named(after),
    changes: [{ field: 'state', old: before.state, new: 'revoked' }],
  })
  return after
}

async function issue(tx: Tx, partnerId: string, settings: Settings, context: Context): Promise<IssuedCredential> {
  const secret = makePartnerToken(settings.environment)
  const { name, environment, scopes, ip_allowlist, expires_at } = settings
  const credential = await keys.insertCredential(tx, {
    id: uuidv7(),
    partner_id: partnerId,
    name,
    environment,
    scopes,
    ip_allowlist,
    expires_at,
    prefix: keyPrefix(environment),
    last4: secret.slice(-4),
    token_sha256: hashPartnerToken(secret),
    created_at: context.now().toISOString(),
    made_by_member_id: context.partner?.memberId ?? null,
  })
  return { ...credential, secret }
}

/** Refuses scopes beyond those of the person who creates, replaces or changes a key. @throws Refusal forbidden */
function refuseMoreThanOwn(
  { scopes = [], environment }: { scopes?: PartnerCredential['scopes'] | undefined; environment: Environment },
  { partner }: Context,
): void {
  const own = partner?.role ? scopesOf(partner.role, environment) : []
  const beyond = scopes.filter((scope) => !own.includes(scope))
  if (beyond.length === 0) return
  const detail = sentence`Your role does not have the scopes ${beyond.join(', ')} in the ${choice('environments', environment)} environment. Leave them out, or ask an owner of your company.`
  throw new Refusal('forbidden', detail, { errors: [{ pointer: '/scopes', code: 'forbidden', detail }] })
}

/** Refuses new scopes that the key's creator may not use, because they have no effect. @throws Refusal invalid_state */
async function refuseMoreThanMaker(
  tx: Tx,
  { made_by_member_id: makerId, environment }: PartnerCredential,
  added: PartnerCredential['scopes'],
): Promise<void> {
  const role = makerId === null ? undefined : await keys.roleOf(tx, makerId)
  const beyond = role === undefined ? [] : added.filter((scope) => !scopesOf(role, environment).includes(scope))
  if (beyond.length === 0) return
  const message = sentence`The person who created this key does not have the scopes ${beyond.join(', ')}. Replace the key: you become the creator of the new one.`
  throw wrongState([{ path: 'scopes', message }])
}

async function refuseUnlessRoom(tx: Tx, partnerId: string, environment: string, at: Date): Promise<void> {
  const partner = await lockPartner(tx, partnerId)
  if (environment === 'live' && partner?.status !== 'active')
    throw wrongState([
      {
        path: 'environment',
        message: sentence`A live key requires the approval of the operator. Create a test key instead.`,
      },
    ])
  if ((await keys.countActive(tx, partnerId, at)) >= PARTNER_CREDENTIALS_MAX)
    throw wrongState([
      {
        path: '',
        message: sentence`At most ${PARTNER_CREDENTIALS_MAX} keys can be active at the same time. Revoke one first.`,
      },
    ])
}

/** Locks and returns a key. @throws Refusal not_found, invalid_state for a revoked or expired key */
async function usable(tx: Tx, partnerId: string, id: string, at: Date): Promise<PartnerCredential> {
  const credential = await keys.lockCredential(tx, partnerId, id, at)
  if (!credential) throw new Refusal('not_found', sentence`There is no key with this id.`)
  if (credential.state === 'revoked' || credential.state === 'expired')
    throw wrongState([{ path: '', message: sentence`This key was revoked or has expired. Create a new one.` }])
  return credential
}

function refusePast(expiresAt: string | null, at: Date): void {
  if (expiresAt !== null && new Date(expiresAt) <= at)
    throw invalid([{ path: 'expires_at', message: sentence`Must be in the future.` }])
}

const named = ({ id, name, last4 }: PartnerCredential) => ({
  type: 'partner_credentials',
  id,
  label: `${name} …${last4}`,
})
