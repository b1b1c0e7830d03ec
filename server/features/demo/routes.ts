import type { FastifyInstance } from 'fastify'
import { getDemo } from '../../../contract/auth-operations'
import type { Role } from '../../../contract/vocabulary'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'

/** Somebody whom a visitor of the demo signs in as at one click. */
export interface DemoPerson {
  role: Role
  username: string
  name: string
  password: string
}

/** @param people undefined where no demo runs. */
export function demoRoutes(app: FastifyInstance, people: readonly DemoPerson[] | undefined): void {
  serve(app, getDemo, async () => {
    if (!people) throw new Refusal('not_found', 'No demo runs here. Start one with: npm start -- --demo')
    return { people }
  })
}
