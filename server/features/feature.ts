import type { FastifyInstance } from 'fastify'
import type { Company } from '../../contract/operations/company'
import type { StoreOptions } from '../crud/store-options'
import type { DomainEvent } from '../db/after-commit'
import type { RecordFollowed } from '../db/jobs'
import type { Tx } from '../db/transaction'
import type { JobHandlers } from '../jobs/worker'

/** When a sweep is done, and for whom. */
export interface Round {
  now: Date
  company: Company
  /** The moment that many days before now. */
  before: (days: number) => Date
}

/** Does what time brings about though nobody asks, every half minute. One that fails stops no other. */
export type Sweep = (round: Round) => Promise<unknown>

/** Does its part of what a transaction did, in the transaction that notes it as done: once, whenever a process ends. */
export type Follower = (tx: Tx, events: readonly DomainEvent[]) => Promise<void>

/**
 * The same for what transactions have changed of records, one entry for each: changes of one record come in the order of
 * their commits.
 */
export type FollowerInOrder = (tx: Tx, records: readonly RecordFollowed[]) => Promise<void>

/** All that a feature has to hand out; server/wiring puts the features together. @typeParam Needs what it is given for it */
export interface Feature<Needs = unknown> {
  /** How it keeps the records of its resources. */
  stores?: readonly StoreOptions[]
  /** Serves its operations. */
  routes?: (app: FastifyInstance, needs: Needs) => void | Promise<void>
  /** Does what committed transactions have left to be done. */
  jobs?: (needs: Needs) => JobHandlers
  /** Hear of what happened once it is committed, by their names. */
  followers?: (needs: Needs) => Readonly<Record<string, Follower>>
  /** Hears of records in the order of their commits; one feature has it. */
  followerInOrder?: (needs: Needs) => FollowerInOrder
  /** By their names, which no two features share, in the order that they are done in. */
  sweeps?: (needs: Needs) => Readonly<Record<string, Sweep>>
}
