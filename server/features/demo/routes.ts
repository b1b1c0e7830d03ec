import type { FastifyInstance } from 'fastify'
import { getDemo } from '../../../contract/operations/auth'
import type { Role } from '../../../contract/core/vocabulary'
import { serve } from '../../http/serve'

/** Somebody whom a visitor of the demo signs in as at one click. */
export interface DemoPerson {
  role: Role | 'partner'
  username: string
  name: string
  password: string
}

/** @param people empty where no demo runs. */
export function demoRoutes(app: FastifyInstance, people: readonly DemoPerson[]): void {
  serve(app, getDemo, async () => ({ people }))
}
