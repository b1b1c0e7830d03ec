import type { FastifyInstance } from 'fastify'
import {
  ATTENTION_KINDS,
  ATTENTION_RIGHTS,
  attentionLists,
  getDashboard,
  type Dashboard,
  type DashboardQuery,
} from '../../../contract/operations/dashboard'
import { DASHBOARD_RANGES } from '../../../contract/operations/dashboard-figures'
import { OWED_DAYS } from '../../../contract/operations/dashboard-money'
import { FIRST_STEPS, hideFirstSteps } from '../../../contract/operations/first-steps'
import type { Total } from '../../../contract/core/list'
import { hasRight, may } from '../../../contract/core/permissions'
import type { Resource, Role } from '../../../contract/core/vocabulary'
import type { Db } from '../../db/database'
import { comparedDays, dayIn, startOfDay } from '../../domain/figures/days'
import { dayAfter } from '../../domain/timetable/calendar'
import { utcText } from '../../domain/timetable/service-time'
import type { Context } from '../../kernel/context'
import { roleOf } from '../../http/admit'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import {
  companyZone,
  foldFigures,
  readDepartures,
  readFigures,
  readFirstSteps,
  readOwed,
  readTakings,
  writeFirstStepsHidden,
} from './repository'
import { presentFigures } from './present-figures'
import { presentOwed, presentTakings } from './present-money'

/** Counts the records of a resource that match a filter. */
export type CountRecords = (resource: Resource, filter: Record<string, unknown>, role: Role) => Promise<Total>

interface Deps {
  db: Db
  count: CountRecords
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Departures that are overdue by more than this are not listed. */
const OVERDUE_MS = DAY_MS / 4

export const dashboardFeature: Feature<Deps> = {
  routes: dashboardRoutes,
  sweeps: ({ db }) => ({ figures: () => foldFigures(db) }),
}

/** Serves the data of the console's first page in one answer. */
function dashboardRoutes(app: FastifyInstance, { db, count }: Deps): void {
  serve(app, getDashboard, async ({ query, context }): Promise<Dashboard> => {
    const role = roleOf(context.actor)
    const now = context.now()
    const timezone = await companyZone(db)
    const day = dayIn(now, timezone)
    const clock = { now: wholeMinute(now), day, timezone }
    const [attention, departures, figures, takings, owed, firstSteps] = await Promise.all([
      attentionOf(count, context, clock),
      may(role, 'list', 'journeys') ? departuresOf(db, now, query) : null,
      may(role, 'list', 'reservations') ? figuresOf(db, day, role, query) : null,
      hasRight(role, 'manage_tills') && may(role, 'list', 'payments') ? takingsOf(db, clock, query) : null,
      hasRight(role, 'take_payment') && may(role, 'list', 'reservations') ? owedOf(db, clock) : null,
      may(role, 'create', 'stations') ? firstStepsOf(db, context) : null,
    ])
    return { attention, day, timezone, departures, figures, takings, owed, first_steps: firstSteps }
  })
  serve(app, hideFirstSteps, async ({ body, context }) => {
    const { id } = context.actor
    if (id !== null) await writeFirstStepsHidden(db, id, body.hidden ? context.now().toISOString() : null)
  })
}

/** The current time, on a whole minute, and its day in the company's time zone. */
interface Clock {
  now: Date
  day: string
  timezone: string
}

const wholeMinute = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

async function attentionOf(
  count: CountRecords,
  { actor }: Context,
  { now, day, timezone }: Clock,
): Promise<Dashboard['attention']> {
  const role = roleOf(actor)
  const lists = attentionLists({
    now,
    day,
    today: startOfDay(day, timezone),
    userId: actor.id,
    managesTills: hasRight(role, 'manage_tills'),
  })
  const visible = ATTENTION_KINDS.filter((kind) => {
    const right = ATTENTION_RIGHTS[kind]
    return may(role, 'list', lists[kind].resource) && (right === undefined || hasRight(role, right))
  })
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
  return presentFigures(await readFigures(db, days, station_id), days, may(role, 'list', 'partners'))
}

async function takingsOf(db: Db, { day, timezone }: Clock, { range }: DashboardQuery): Promise<Dashboard['takings']> {
  const from = startOfDay(comparedDays(day, DASHBOARD_RANGES[range]).from, timezone)
  const to = startOfDay(dayAfter(day), timezone)
  return presentTakings(await readTakings(db, from, to), from, to)
}

async function owedOf(db: Db, { now, day, timezone }: Clock): Promise<Dashboard['owed']> {
  const start = (days: number) => startOfDay(dayAfter(day, -days), timezone)
  const bounds = { now: utcText(now.getTime()), week: start(OWED_DAYS.week), month: start(OWED_DAYS.month) }
  return presentOwed(await readOwed(db, bounds), bounds)
}

async function firstStepsOf(db: Db, { actor }: Context): Promise<Dashboard['first_steps']> {
  const done = actor.id === null ? null : await readFirstSteps(db, actor.id)
  if (!done || FIRST_STEPS.every((step) => done[step])) return null
  return FIRST_STEPS.map((step) => ({ step, done: done[step] }))
}
