import type { FastifyInstance } from 'fastify'
import { ATTENTION_KINDS, attentionLists, getDashboard, type Dashboard } from '../../../contract/dashboard'
import type { Total } from '../../../contract/list'
import { may } from '../../../contract/permissions'
import type { Resource, Role } from '../../../contract/vocabulary'
import { serve } from '../../http/serve'

/** How many records of a resource a filter finds. */
export type CountRecords = (resource: Resource, filter: Record<string, unknown>) => Promise<Total>

const MINUTE_MS = 60_000

/** What the first page of the console needs, in one answer. */
export function dashboardRoutes(app: FastifyInstance, count: CountRecords): void {
  serve(app, getDashboard, async ({ context }): Promise<Dashboard> => ({
    attention: await attention(count, context.actor.role, context.now()),
  }))
}

async function attention(count: CountRecords, role: Role, now: Date): Promise<Dashboard['attention']> {
  const lists = attentionLists(new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS))
  const visible = ATTENTION_KINDS.filter((kind) => may(role, 'list', lists[kind].resource))
  return Promise.all(
    visible.map(async (kind) => {
      const { resource, filter } = lists[kind]
      const { count: found, exact } = await count(resource, filter)
      return { kind, resource, filter, count: found, is_minimum: !exact }
    }),
  )
}
