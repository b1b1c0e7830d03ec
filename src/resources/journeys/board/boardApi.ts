import { BOARD_FIELDS, type Board, type BoardBy, type BoardJob } from '../../../../contract/operations/board'
import type { AssignmentOutcome, PlanAssignment } from '../../../../contract/operations/dispatch-plan'
import { call, type BodyOf, newKey } from '../../../providers/http/call'
import { assign, readSuggestions } from '../journeyApi'

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

/** The whole board of a span, page after page. */
export async function readBoard(query: BoardQuery): Promise<Board> {
  const page = (after?: string) =>
    call('GET /dispatch/board', { query: { ...query, unassigned: String(query.unassigned), after } })
  const board = await page()
  for (let { next } = board; next !== null;) {
    const more = await page(next)
    board.jobs.push(...more.jobs)
    next = more.next
  }
  return { ...board, next: null }
}

export const readCalendar = (query: BoardFilter & { from: string; to: string }) =>
  call('GET /dispatch/calendar', { query })

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
  const { id } = job
  const { version } =
    job.source === 'journey'
      ? await assign(job, wish)
      : await call('POST /reservations/:id/assign', {
          params: { id },
          body: wish,
          ifMatch: job.version,
          once: newKey(),
        })
  return version
}

/** Who is free and fits a job. */
export const suggestionsFor = ({ source, id }: Pick<BoardJob, 'source' | 'id'>) =>
  source === 'journey' ? readSuggestions(id) : call('GET /reservations/:id/suggestions', { params: { id } })

export const suggestPlan = (body: BodyOf<'POST /dispatch/suggestions'>) => call('POST /dispatch/suggestions', { body })

export const applyPlan = (id: string, assignments: PlanAssignment[], once: string) =>
  call('POST /dispatch/plans/:id', { params: { id }, body: { assignments }, once })

/** Takes a plan back, however many calls that takes. @returns what became of each journey */
export async function undoPlan(id: string): Promise<AssignmentOutcome[]> {
  const outcomes: AssignmentOutcome[] = []
  for (;;) {
    const answer = await call('POST /dispatch/plans/:id/undo', { params: { id }, body: {} })
    outcomes.push(...answer.outcomes)
    if (answer.left === 0) return outcomes
  }
}
