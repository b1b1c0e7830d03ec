import type { FastifyInstance } from 'fastify'
import {
  ATTENTION_KINDS,
  attentionLists,
  getDashboard,
  type Dashboard,
  type DashboardQuery,
} from '../../../contract/operations/dashboard'
import { DASHBOARD_RANGES } from '../../../contract/operations/dashboard-figures'
import { FIRST_STEPS, hideFirstSteps } from '../../../contract/operations/first-steps'
import type { Total } from '../../../contract/core/list'
import { may } from '../../../contract/core/permissions'
import type { Resource, Role } from '../../../contract/core/vocabulary'
import type { Db } from '../../db/database'
import { comparedDays, dayIn } from '../../domain/figures/days'
import { utcText } from '../../domain/timetable/service-time'
import type { Context } from '../../http/context'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import {
  companyZone,
  foldFigures,
  readDepartures,
  readFigures,
  readFirstSteps,
  writeFirstStepsHidden,
} from './repository'
import { tellFigures } from './tell-figures'

/** How many records of a resource a filter finds. */
export type CountRecords = (resource: Resource, filter: Record<string, unknown>, role: Role) => Promise<Total>

interface Dependencies {
  db: Db
  count: CountRecords
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A departure that is this late and has not left is looked into elsewhere. */
const OVERDUE_MS = DAY_MS / 4

export const dashboardFeature: Feature<Dependencies> = {
  routes: dashboardRoutes,
  sweeps: ({ db }) => [() => foldFigures(db)],
}

/** What the first page of the console needs, in one answer. */
function dashboardRoutes(app: FastifyInstance, { db, count }: Dependencies): void {
  serve(app, getDashboard, async ({ query, context }): Promise<Dashboard> => {
    const { role } = context.actor
    const now = context.now()
    const timezone = await companyZone(db)
    const day = dayIn(now, timezone)
    const [attention, departures, figures, firstSteps] = await Promise.all([
      attentionOf(count, role, now),
      may(role, 'list', 'journeys') ? departuresOf(db, now, query) : null,
      may(role, 'list', 'reservations') ? figuresOf(db, day, role, query) : null,
      may(role, 'create', 'stations') ? firstStepsOf(db, context) : null,
    ])
    return { attention, day, timezone, departures, figures, first_steps: firstSteps }
  })
  serve(app, hideFirstSteps, async ({ body, context }) => {
    const { id } = context.actor
    if (id !== null) await writeFirstStepsHidden(db, id, body.hidden ? context.now().toISOString() : null)
  })
}

async function attentionOf(count: CountRecords, role: Role, now: Date): Promise<Dashboard['attention']> {
  const lists = attentionLists(new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS))
  const visible = ATTENTION_KINDS.filter((kind) => may(role, 'list', lists[kind].resource))
  return Promise.all(
    visible.map(async (kind) => {
      const { resource, filter } = lists[kind]
      const { count: found, exact } = await count(resource, filter, role)
      return { kind, resource, filter, count: found, is_minimum: !exact }
    }),
  )
}

function departuresOf(db: Db, now: Date, { station_id }: DashboardQuery): Promise<Dashboard['departures']> {
  const at = (ms: number) => utcText(now.getTime() + ms)
  return readDepartures(db, { since: at(-OVERDUE_MS), now: at(0), until: at(DAY_MS) }, station_id)
}

async function figuresOf(db: Db, day: string, role: Role, { range, station_id }: DashboardQuery) {
  const days = comparedDays(day, DASHBOARD_RANGES[range])
  return tellFigures(await readFigures(db, days, station_id), days, may(role, 'list', 'partners'))
}

async function firstStepsOf(db: Db, { actor }: Context): Promise<Dashboard['first_steps']> {
  const done = actor.id === null ? null : await readFirstSteps(db, actor.id)
  if (!done || FIRST_STEPS.every((step) => done[step])) return null
  return FIRST_STEPS.map((step) => ({ step, done: done[step] }))
}
