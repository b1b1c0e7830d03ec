import { PARTNER_CREDENTIAL_USE_NOTED_S } from '../../../../contract/core/limits/partner-api'
import { scopesOf } from '../../../../contract/core/key-scopes'
import type { CredentialScope } from '../../../../contract/core/vocabulary'
import { sentence } from '../../../../contract/core/sentence'
import { admitsAddress } from '../../../adapters/ip-ranges'
import { hashPartnerToken, partnerTokenKind } from '../../../adapters/partner-tokens'
import type { Db } from '../../../db/database'
import type { PartnerPrincipal, ReadPartner } from '../../../http/authenticate-partner'
import { Refusal } from '../../../http/refusal'
import * as portal from './repository'
import { isReplaced, refusalOfPartner, refusalOfSession, refuseSuspended } from './sessions'

type StoredKey = NonNullable<Awaited<ReturnType<typeof portal.findKey>>>

/** Returns the reader for portal tokens and API keys. Malformed tokens are refused without a query. */
export function partnerReader(db: Db): ReadPartner {
  return async (token, { ip, now }) => {
    const kind = partnerTokenKind(token)
    if (kind === null)
      throw new Refusal(
        'token_invalid',
        sentence`This is not a token of the partner API. Check that it was copied completely.`,
      )
    return kind === 'portal' ? readSession(db, token, now()) : readKey(db, token, ip, now())
  }
}

async function readSession(db: Db, token: string, at: Date): Promise<PartnerPrincipal> {
  const found = await portal.findToken(db, hashPartnerToken(token))
  const ended = refusalOfSession(found, at)
  if (!found || ended) throw ended ?? new Refusal('token_invalid', sentence`Sign in again.`)
  if (isReplaced(found, at)) throw new Refusal('token_invalid', sentence`This token was replaced by a newer one.`)
  refuseSuspended(found.status)
  if (new Date(found.expires_at) <= at) throw new Refusal('token_expired', sentence`The token has expired. Refresh it.`)
  const name = [found.first_name, found.last_name].filter(Boolean).join(' ') || found.email
  return {
    caller: { partnerId: found.partner_id, memberId: found.id, role: found.role, environment: 'live' },
    id: found.id,
    name,
    sessionId: found.session_id,
    scopes: null,
  }
}

async function readKey(db: Db, token: string, ip: string | null, at: Date): Promise<PartnerPrincipal> {
  const key = await portal.findKey(db, hashPartnerToken(token))
  if (!key) throw new Refusal('token_invalid', sentence`This key does not exist or was revoked.`)
  const principal: PartnerPrincipal = {
    caller: { partnerId: key.partner_id, memberId: null, role: null, environment: key.environment },
    id: key.id,
    name: key.name,
    sessionId: null,
    scopes: scopesHeld(key),
    refused: refusalOfKey(key, ip, at),
  }
  if (principal.refused) return principal
  const noted = key.last_used_at === null ? 0 : new Date(key.last_used_at).getTime()
  if (at.getTime() - noted >= PARTNER_CREDENTIAL_USE_NOTED_S * 1000) await portal.noteKeyUse(db, key.id, ip, at)
  return principal
}

/** Returns the effective scopes of a key, limited to the current role of its creator. */
const scopesHeld = ({ scopes, environment, maker_role: role }: StoredKey): CredentialScope[] =>
  role === null ? scopes : scopes.filter((scope) => scopesOf(role, environment).includes(scope))

/** Returns the reason why a key is refused, or undefined when it is valid. */
function refusalOfKey(key: StoredKey, ip: string | null, at: Date): Refusal | undefined {
  if (key.state === 'revoked') return new Refusal('token_invalid', sentence`This key does not exist or was revoked.`)
  if (key.expires_at !== null && new Date(key.expires_at) <= at)
    return new Refusal('token_expired', sentence`This key has expired. Create a new one in the partner portal.`)
  const suspended = refusalOfPartner(key.status)
  if (suspended) return suspended
  if (admitsAddress(key.partner_ip_allowlist, ip) && admitsAddress(key.ip_allowlist, ip)) return undefined
  return new Refusal('ip_not_allowed', sentence`Add the address to the key, or call from one that is allowed.`)
}
