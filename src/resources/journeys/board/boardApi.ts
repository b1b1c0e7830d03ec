import {
  BOARD_FIELDS,
  type Board,
  type BoardBy,
  type BoardJob,
  type CalendarDay,
} from '../../../../contract/operations/board'
import type { AssignmentOutcome, DispatchPlan, PlanAssignment } from '../../../../contract/operations/dispatch-plan'
import type { Journey } from '../../../../contract/entities/journey'
import { api, postJson } from '../../../providers/http/api'
import { stepReservation } from '../../reservations/desk/deskApi'
import { assign } from '../journeyApi'

/** Which journeys are looked at; empty = all. */
export interface BoardFilter {
  station_id?: string
  route_id?: string
  vehicle_type_id?: string
}

interface BoardQuery extends BoardFilter {
  /** Instants. */
  from: string
  to: string
  by: BoardBy
  unassigned: boolean
}

const queryOf = (values: object) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()

/** The whole board of a span, page after page. */
export async function readBoard(query: BoardQuery): Promise<Board> {
  const page = (after: string | null) =>
    api<Board>(`/dispatch/board/?${queryOf({ ...query, ...(after !== null && { after }) })}`)
  const board = await page(null)
  for (let { next } = board; next !== null;) {
    const more = await page(next)
    board.jobs.push(...more.jobs)
    next = more.next
  }
  return { ...board, next: null }
}

export const readCalendar = (query: BoardFilter & { from: string; to: string }) =>
  api<CalendarDay[]>(`/dispatch/calendar/?${queryOf(query)}`)

/** How far somebody goes beyond what is usual. */
export interface Leave {
  /** Why limits of driving and rest may be passed. */
  why?: string | undefined
  /** The way from the job before, or to the next, hardly leaves the time, and it is meant. */
  isMeant?: boolean
}

/** Gives a job its vehicle or driver, or takes it away. @returns the job's version afterwards */
export async function give(
  job: Pick<BoardJob, 'source' | 'id' | 'version'>,
  by: BoardBy,
  to: string | null,
  { why, isMeant = false }: Leave = {},
): Promise<number> {
  const wish = {
    [BOARD_FIELDS[by]]: to,
    ...(why !== undefined && { override_reason: why }),
    ...(isMeant && { accept_warnings: true }),
  }
  const { version } = job.source === 'journey' ? await assign(job, wish) : await stepReservation(job, 'assign', wish)
  return version
}

interface PlanWish extends BoardFilter {
  from: string
  to: string
  empty_runs: boolean
  vehicles: boolean
  drivers: boolean
}

export const suggestPlan = (wish: PlanWish) => postJson<DispatchPlan>('/dispatch/suggestions/', { ...wish })

export const applyPlan = (id: string, assignments: PlanAssignment[], key: string) =>
  postJson<AssignmentOutcome[]>(`/dispatch/plans/${id}/`, { assignments }, { 'Idempotency-Key': key })

/** Takes a plan back, however many calls that takes. @returns what became of each journey */
export async function undoPlan(id: string): Promise<AssignmentOutcome[]> {
  const outcomes: AssignmentOutcome[] = []
  for (;;) {
    const answer = await postJson<{ outcomes: AssignmentOutcome[]; left: number }>(`/dispatch/plans/${id}/undo/`, {})
    outcomes.push(...answer.outcomes)
    if (answer.left === 0) return outcomes
  }
}

export const readJourney = (id: string) => api<Journey>(`/journeys/${encodeURIComponent(id)}/`)
