import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AssignmentOutcome, PlannedJourney } from '../../../../contract/operations/dispatch-plan'
import { PLAN_APPLY_MAX_JOURNEYS } from '../../../../contract/core/limits/dispatch'
import { newKey } from '../../../providers/http/call'
import { useNow } from '../../../ui/useNow'
import { useSubmission } from '../../../ui/useSubmission'
import { applyPlan, suggestPlan } from './boardApi'
import { ghostsOf, type Bar, type BoardModel } from './boardModel'
import type { BoardState } from './useBoardState'

const DAY_MS = 86_400_000
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const NO_GHOSTS: ReadonlyMap<string, readonly Bar[]> = new Map()
const NONE: readonly PlannedJourney[] = []

/**
 * Manages a suggested plan for the rest of the day, accepted by job or as a whole.
 * @param onApplied called with the id of the plan and the number of assigned journeys
 */
export function usePlan(
  state: BoardState,
  model: BoardModel | null,
  isOpen: boolean,
  onApplied: (id: string, count: number) => void,
) {
  const now = useNow()
  const [what, setWhat] = useState({ vehicles: true, drivers: true, empty_runs: false })
  const [progress, setProgress] = useState<number | null>(null)
  const [failed, setFailed] = useState<AssignmentOutcome[]>([])
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const { busy, refusal, run } = useSubmission()
  const from = Math.max(state.from, Math.min(now, state.to - 1))
  const request = {
    ...state.filter,
    ...what,
    from: new Date(from).toISOString(),
    to: new Date(Math.min(state.to, state.from + DAY_MS * 2)).toISOString(),
  }
  const { data: plan, error } = useQuery({
    queryKey: ['dryRuns', 'plan', request],
    queryFn: () => suggestPlan(request),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Not reloaded after the first acceptance, because the displayed suggestion would change.
    enabled: isOpen && accepted.length === 0,
  })
  const journeys = plan?.journeys
  const suggested = useMemo(
    () =>
      journeys?.filter(({ journey_id, vehicle, driver }) => (vehicle ?? driver) && !accepted.includes(journey_id)) ??
      NONE,
    [journeys, accepted],
  )
  const ghosts = useMemo(() => (isOpen && model ? ghostsOf(model, suggested) : NO_GHOSTS), [isOpen, model, suggested])

  const apply = async (chosen: readonly PlannedJourney[]): Promise<boolean> => {
    const id = newKey().replace(UUID_PARTS, '$1-$2-$3-$4-$5')
    const outcomes: AssignmentOutcome[] = []
    const isDone = await run(async () => {
      for (let start = 0; start < chosen.length; start += PLAN_APPLY_MAX_JOURNEYS) {
        setProgress(start / chosen.length)
        const part = chosen.slice(start, start + PLAN_APPLY_MAX_JOURNEYS).map(assignmentOf)
        outcomes.push(...(await applyPlan(id, part, newKey())))
      }
    })
    setProgress(null)
    const wrong = outcomes.filter(({ outcome }) => outcome === 'failed')
    setAccepted((before) => [...before, ...outcomes.map(({ journey_id }) => journey_id)])
    if (outcomes.length > wrong.length) onApplied(id, outcomes.length - wrong.length)
    setFailed((before) => [...before, ...wrong])
    return isDone && wrong.length === 0
  }

  return {
    plan,
    suggested,
    ghosts,
    what,
    choose: (next: typeof what) => {
      setAccepted([])
      setWhat(next)
    },
    error: refusal ?? error,
    busy,
    progress,
    failed: failed.length,
    /** @returns whether all assignments succeeded */
    acceptAll: () => apply(suggested),
    accept: (jobId: string) => apply(suggested.filter(({ journey_id }) => journey_id === jobId)),
    /** Clears the accepted jobs, so that the next suggestion uses the current state. */
    reset: () => {
      setAccepted([])
      setFailed([])
    },
  }
}

export type Plan = ReturnType<typeof usePlan>

const assignmentOf = ({ journey_id, version, vehicle, driver }: PlannedJourney) => ({
  journey_id,
  version,
  ...(vehicle && { vehicle_id: vehicle.id }),
  ...(driver && { driver_id: driver.id }),
})
