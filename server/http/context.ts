import type { FastifyRequest } from 'fastify'
import type { Environment, PartnerRole, Role } from '../../contract/core/vocabulary'

/** Who asks. `system` is the server itself: jobs, imports from the command line, the demo. */
export interface Actor {
  kind: 'user' | 'partner' | 'system'
  id: string | null
  name: string
  role: Role
  sessionId: string | null
}

/** For which partner somebody calls: a person through the portal, or a program with a key. */
export interface PartnerCaller {
  partnerId: string
  /** Null for a key. */
  memberId: string | null
  /** The person's role; null for a key. */
  role: PartnerRole | null
  /** Follows from the key alone; people work on live data. */
  environment: Environment
}

/** What a use case knows of the call that it serves. */
export interface Context {
  actor: Actor
  /** Only on calls of the partner API. */
  partner?: PartnerCaller
  requestId: string
  ip: string | null
  /** The reader's language, for sorting and wording. */
  language: string
  /** The clock, so that no rule reads another. */
  now: () => Date
  /** Set on what a job writes that tells of itself as a whole. */
  isPartOfJob?: true
  /** Set when the caller wants the request to be done once, however often it comes. */
  idempotency?: Idempotency
}

interface Idempotency {
  key: string
  /** Who called what: a key means nothing beyond it. */
  scope: string
  /** Of the request's body. */
  fingerprint: string
  /** The answer is that of an earlier request with the same key. */
  replayed: boolean
}

/** What the caller says it is, for lists of sessions. */
export const userAgentOf = ({ headers }: FastifyRequest): string | null => headers['user-agent']?.slice(0, 400) ?? null

export const systemContext = (name: string, now: () => Date): Context => ({
  actor: { kind: 'system', id: null, name, role: 'admin', sessionId: null },
  requestId: name,
  ip: null,
  language: 'en',
  now,
})
