import type { FastifyInstance } from 'fastify'
import type { Company } from '../../contract/operations/company'
import type { StoreOptions } from '../crud/store-options'
import type { DomainEvent } from '../db/after-commit'
import type { RecordFollowed } from '../db/jobs'
import type { Tx } from '../db/transaction'
import type { JobHandlers } from '../jobs/worker'

/** Time of a sweep, and the company that it runs for. */
export interface Round {
  now: Date
  company: Company
  /** Returns the time this many days before `now`. */
  before: (days: number) => Date
}

/** Periodic work, run every half minute. A failing sweep does not stop the others. */
export type Sweep = (round: Round) => Promise<unknown>

/** Handles events of a committed transaction exactly once: in the same transaction that marks them as done. */
export type Follower = (tx: Tx, events: readonly DomainEvent[]) => Promise<void>

/**
 * Handles record changes of committed transactions, one entry per record.
 * Changes of one record arrive in the order of their commits.
 */
export type FollowerInOrder = (tx: Tx, records: readonly RecordFollowed[]) => Promise<void>

/** Exports of a feature, which server/wiring assembles. @typeParam Deps dependencies of the feature */
export interface Feature<Deps = unknown> {
  /** Stores of its resources. */
  stores?: readonly StoreOptions[]
  /** Registers its routes. */
  routes?: (app: FastifyInstance, deps: Deps) => void | Promise<void>
  /** Handlers of the jobs that committed transactions enqueue. */
  jobs?: (deps: Deps) => JobHandlers
  /** Followers of committed events, by name. */
  followers?: (deps: Deps) => Readonly<Record<string, Follower>>
  /** Follower of records in commit order; only one feature has it. */
  followerInOrder?: (deps: Deps) => FollowerInOrder
  /** Sweeps by unique name, in execution order. */
  sweeps?: (deps: Deps) => Readonly<Record<string, Sweep>>
}
