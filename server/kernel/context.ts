import type { Override } from '../../contract/core/permissions'
import type { CallerKind } from '../domain/state-machine'
import type { Environment, PartnerRole, Role } from '../../contract/core/vocabulary'

/** The caller of a request. `system` is the server itself: jobs, imports from the command line, the demo. */
export interface Actor {
  kind: 'user' | 'partner' | 'system'
  id: string | null
  name: string
  /** Role of staff. Partners, the server and anonymous callers have none, and so no right of staff. */
  role: Role | null
  sessionId: string | null
}

/** The partner that a call acts for, through a person in the portal or a program with a key. */
export interface PartnerCaller {
  partnerId: string
  /** Null for a key. */
  memberId: string | null
  /** The person's role; null for a key. */
  role: PartnerRole | null
  /** Follows from the key alone; people work on live data. */
  environment: Environment
}

/** The data of a call that its use case may use. */
export interface Context {
  actor: Actor
  /** Only on calls of the partner API. */
  partner?: PartnerCaller
  /** Overrides that this call is granted beyond those of the role. */
  allows?: readonly Override[]
  /** Whom the call acts for in transitions, where that is not its actor. */
  actingAs?: CallerKind
  requestId: string
  ip: string | null
  /** The reader's language, for sorting and wording. */
  language: string
  /** The only clock that rules may read. */
  now: () => Date
  /** Set on changes that a job makes and reports as a whole. */
  isPartOfJob?: true
  /** Set when the caller asks that repeated requests take effect once. */
  idempotency?: IdempotentRequest
}

const CALLER_KINDS: Record<Actor['kind'], CallerKind> = { user: 'staff', partner: 'partner', system: 'clock' }

/** Returns whom a call acts for in transitions: its actor, unless it is made for someone else. */
export const callerKindOf = ({ actor, actingAs }: Context): CallerKind => actingAs ?? CALLER_KINDS[actor.kind]

export interface IdempotentRequest {
  readonly key: string
  /** Caller and path. A key is unique within its scope only. */
  readonly scope: string
  /** Hash of the request's body, with its If-Match header. */
  readonly fingerprint: string
  /** Called when the answer is that of an earlier request with the same key. */
  readonly onReplay: () => void
  /** Whether a transaction of this call has claimed the key, so that a repetition of the call settles its outcome. */
  isClaimed: boolean
}

export const systemContext = (name: string, now: () => Date): Context => ({
  actor: { kind: 'system', id: null, name, role: null, sessionId: null },
  requestId: name,
  ip: null,
  language: 'en',
  now,
})
