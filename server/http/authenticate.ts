import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '../../contract/core/vocabulary'
import { isPartnerAccess } from '../../contract/core/operations'
import { sentence } from '../../contract/core/sentence'
import { admitPartner, type ReadPartner } from './authenticate-partner'
import type { Actor, Context } from '../kernel/context'
import { admit, admitRight } from './admit'
import { languageOf } from './language'
import { Refusal } from './refusal'

declare module 'fastify' {
  interface FastifyRequest {
    context: Context
  }
}

export interface SessionUser {
  userId: string
  sessionId: string
  name: string
  role: Role
  mustChangePassword: boolean
}

/** Resolves an access token of staff. @throws Refusal token_invalid or token_expired. */
export type ReadSession = (accessToken: string) => Promise<SessionUser>

/** Readers of staff credentials: access tokens, and in addresses also single-use tickets. */
export interface StaffTokens {
  readSession: ReadSession
  readAddressToken: ReadSession
}

const ANONYMOUS: Actor = { kind: 'system', id: null, name: 'anonymous', role: null, sessionId: null }
/** Operations that a user who must choose a new password may call. */
const BEFORE_NEW_PASSWORD = new Set(['getCurrentUser', 'changePassword', 'logout'])

/** Authenticates each call and checks the operation's access. Access is denied by default. */
export function authenticateCalls(
  app: FastifyInstance,
  { readSession, readAddressToken }: StaffTokens,
  readPartner: ReadPartner,
  now: () => Date,
): void {
  app.decorateRequest('context')

  app.addHook('onRequest', async (request) => {
    request.context = { actor: ANONYMOUS, requestId: request.id, ip: request.ip, language: languageOf(request), now }
    const operation = request.routeOptions.config.operation
    if (!operation || operation.access === 'public') return
    if (isPartnerAccess(operation.access)) return admitPartner(request, operation.access, readPartner)
    const user =
      operation.tokenIn === 'query'
        ? await readAddressToken(queryToken(request))
        : await readSession(bearerToken(request))
    request.context.actor = {
      kind: 'user',
      id: user.userId,
      name: user.name,
      role: user.role,
      sessionId: user.sessionId,
    }
    if (user.mustChangePassword && !BEFORE_NEW_PASSWORD.has(operation.id))
      throw new Refusal('password_change_required', sentence`Sign in again and choose a new password.`)
    if (operation.access === 'signed-in') return
    if ('right' in operation.access) return admitRight(request.context.actor, operation.access.right)
    const { action, resource } = operation.access
    admit(request.context.actor, action, resource)
  })
}

/** The scheme is case-insensitive (RFC 9110). Only `Bearer <token>` is accepted. */
function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined)
    throw new Refusal('not_authenticated', sentence`Send the access token as "Authorization: Bearer …".`)
  const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1]
  if (token === undefined)
    throw new Refusal('token_invalid', sentence`The Authorization header must be "Bearer" and one token.`)
  return token
}

function queryToken(request: FastifyRequest): string {
  const { token } = request.query as Record<string, unknown>
  if (typeof token !== 'string' || token === '')
    throw new Refusal('not_authenticated', sentence`Send the access token, or a live ticket, as "?token=…".`)
  return token
}
