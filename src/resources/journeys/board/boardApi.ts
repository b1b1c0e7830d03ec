import { BOARD_FIELDS, type Board, type BoardBy, type BoardJob } from '../../../../contract/operations/board'
import type { AssignmentOutcome, PlanAssignment } from '../../../../contract/operations/dispatch-plan'
import { call, type BodyOf, newKey } from '../../../providers/http/call'
import { assign, readSuggestions } from '../journeyApi'

/** Journey filter; empty = all. */
export interface BoardFilter {
  station_id?: string
  route_id?: string
  vehicle_type_id?: string
}

interface BoardQuery extends BoardFilter {
  /** Start and end of the span, as instants. */
  from: string
  to: string
  by: BoardBy
  unassigned: boolean
}

/** Reads all pages of the board for a span. */
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

/** Override options of an assignment. */
export interface AssignmentOverride {
  /** Reason for exceeding limits of driving and rest times. */
  why?: string | undefined
  /** Accepts an empty run that barely fits before or after the job. */
  acceptsWarnings?: boolean
}

/** Assigns or unassigns vehicle or driver of a job. @returns the new version of the job */
export async function assignJob(
  job: Pick<BoardJob, 'source' | 'id' | 'version'>,
  by: BoardBy,
  to: string | null,
  { why, acceptsWarnings = false }: AssignmentOverride = {},
): Promise<number> {
  const body = {
    [BOARD_FIELDS[by]]: to,
    ...(why !== undefined && { override_reason: why }),
    ...(acceptsWarnings && { accept_warnings: true }),
  }
  const { id } = job
  const { version } =
    job.source === 'journey'
      ? await assign(job, body)
      : await call('POST /reservations/:id/assign', {
          params: { id },
          body,
          ifMatch: job.version,
          once: newKey(),
        })
  return version
}

/** Reads the suitable and available resources of a job. */
export const suggestionsFor = ({ source, id }: Pick<BoardJob, 'source' | 'id'>) =>
  source === 'journey' ? readSuggestions(id) : call('GET /reservations/:id/suggestions', { params: { id } })

export const suggestPlan = (body: BodyOf<'POST /dispatch/suggestions'>) => call('POST /dispatch/suggestions', { body })

export const applyPlan = (id: string, assignments: PlanAssignment[], once: string) =>
  call('POST /dispatch/plans/:id', { params: { id }, body: { assignments }, once })

/** Undoes a plan, in several calls if necessary. @returns the result for each journey */
export async function undoPlan(id: string): Promise<AssignmentOutcome[]> {
  const outcomes: AssignmentOutcome[] = []
  for (;;) {
    const answer = await call('POST /dispatch/plans/:id/undo', { params: { id }, body: {} })
    outcomes.push(...answer.outcomes)
    if (answer.left === 0) return outcomes
  }
}
