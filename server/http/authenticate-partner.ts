import type { FastifyRequest } from 'fastify'
import type { PartnerAccess } from '../../contract/core/operations'
import type { CredentialScope } from '../../contract/core/vocabulary'
import { choice, sentence } from '../../contract/core/sentence'
import type { Context, PartnerCaller } from '../kernel/context'
import { Refusal } from './refusal'

export interface PartnerPrincipal {
  caller: PartnerCaller
  /** Id of the member or of the key. */
  id: string
  name: string
  /** Null for a key. */
  sessionId: string | null
  /** Null for a person's session. */
  scopes: readonly CredentialScope[] | null
  /** Why a known key may not be used now. The partner finds the refused call in its log. */
  refused?: Refusal | undefined
}

/** Resolves a token of the partner area. @throws Refusal token_invalid, token_expired, partner_suspended, ip_not_allowed */
export type ReadPartner = (token: string, call: Pick<Context, 'ip' | 'now'>) => Promise<PartnerPrincipal>

/** Admits a partner's person or key to an operation. Staff tokens are never accepted. */
export async function admitPartner(
  request: FastifyRequest,
  access: PartnerAccess,
  readPartner: ReadPartner,
): Promise<void> {
  const { context } = request
  const { caller, id, name, sessionId, scopes, refused } = await readPartner(
    tokenOf(request, access.scheme ?? 'Token'),
    context,
  )
  context.actor = { kind: 'partner', id, name, role: null, sessionId }
  context.partner = caller
  if (refused) throw refused
  if (scopes === null) {
    if (caller.role && access.partner.includes(caller.role)) return
    throw new Refusal(
      'forbidden',
      sentence`The role ${caller.role ? choice('partnerRoles', caller.role) : 'null'} may not do this. Ask an owner of your company.`,
    )
  }
  if (access.scope === undefined)
    throw new Refusal('forbidden', sentence`Keys may not do this. Sign in to the partner portal instead.`)
  if (!scopes.includes(access.scope))
    throw new Refusal('scope_missing', sentence`Give the key the scope ${access.scope}, or use another key.`)
}

/** The scheme is compared without regard to case (RFC 9110). */
function tokenOf(request: FastifyRequest, scheme: 'Token' | 'Bearer'): string {
  const header = request.headers.authorization
  if (header === undefined)
    throw new Refusal('not_authenticated', sentence`Send the token as "Authorization: ${scheme} …".`)
  const [, given, token] = /^(\w+) ([^\s]+)$/.exec(header) ?? []
  if (token === undefined || given?.toLowerCase() !== scheme.toLowerCase())
    throw new Refusal(
      'token_invalid',
      sentence`The Authorization header must be "${scheme}" and the 40 characters of one token.`,
    )
  return token
}
