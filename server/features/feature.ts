import type { FastifyInstance } from 'fastify'
import type { Company } from '../../contract/operations/company'
import type { StoreOptions } from '../crud/store-options'
import type { JobHandlers } from '../jobs/worker'

/** One turn of the sweep. */
export interface Round {
  now: Date
  company: Company
  /** The moment that many days before now. */
  before: (days: number) => Date
}

/** Does what time brings about though nobody asks. Any number of processes may do it at once. */
export type Sweep = (round: Round) => Promise<unknown>

/** All that a feature has to hand out; server/wiring puts the features together. @typeParam Needs what it is given for it */
export interface Feature<Needs = unknown> {
  /** How it keeps the records of its resources. */
  stores?: readonly StoreOptions[]
  /** Serves its operations. */
  routes?: (app: FastifyInstance, needs: Needs) => void | Promise<void>
  /** Does what committed transactions have left to be done. */
  jobs?: (needs: Needs) => JobHandlers
  /** In the order that they are done in. */
  sweeps?: (needs: Needs) => readonly Sweep[]
}
