import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AffectedJob, Resolution } from '../../../contract/operations/reassignment'
import { ABSENCE_KINDS, DOWNTIME_KINDS } from '../../../contract/core/vocabulary'
import { call, newKey } from '../../providers/http/call'
import { problemOf } from '../../providers/http/problem'
import { messageOf } from '../../ui/fieldTexts'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import {
  candidatesForAll,
  endOf,
  isComplete,
  withMisfits,
  planForAll,
  planOf,
  startOf,
  toJobPlans,
  type Choice,
  type ChoiceForAll,
  type Length,
  type Misfits,
  type Suggestion,
} from './plan'
import { readJobs, type Kind, type ResolveRequest } from './reassignmentApi'
import { useTyped } from './useTyped'
import { useReread } from '../../providers/data/useReread'
import { useSubmission } from '../../ui/useSubmission'

const NO_JOBS: AffectedJob[] = []
export const KINDS_OF = { vehicle: DOWNTIME_KINDS, staff: ABSENCE_KINDS } as const

/** Returns the message of a refusal on the vehicle or the person of the cause. */
function causeMessageOf(refusal: unknown): string | undefined {
  const cause = problemOf(refusal).errors?.['cause']
  return typeof cause === 'object' ? messageOf(cause['vehicle_id'] ?? cause['staff_id']) : undefined
}

/** Holds the state of a reassignment: the cause, the choices for the jobs, and the dry run. */
export function useReassignment(kind: Kind, id: string, zone: string, onDone: (resolution: Resolution) => void) {
  const { t, language } = useFormat()
  const now = useNow()
  const reread = useReread()
  const task = useSubmission()
  const [key] = useState(newKey)
  const { typed, type, ...draft } = useTyped(kind, id)
  const [opened] = useState(() => startOf(now))
  const [acceptsWarnings, setAcceptsWarnings] = useState(false)
  const {
    from = opened,
    length = 'tomorrow',
    until = null,
    why = kind === 'vehicle' ? 'breakdown' : 'sick',
    note = '',
    override = '',
    forAll = null,
    chosen: chosenAlone = {},
  } = typed
  const [misfits, setMisfits] = useState<Misfits>(new Map())
  const to = until ?? endOf(length, now, zone)
  const isSpan = to === null || Date.parse(to) > Date.parse(from)

  const read = useQuery({
    queryKey: ['journeys', 'jobs', kind, id, from, to],
    queryFn: () => readJobs(kind, id, from, to),
    enabled: isSpan,
    staleTime: 0,
  })
  const jobs = read.data ?? NO_JOBS
  const endMessage = messageOf(problemOf(read.error).errors?.['to'])
  const suggested = useQueries({
    queries: jobs
      .filter((job) => job.source === 'journey')
      .map((job) => ({
        // Not a key of journeys: each live change would repeat this request for every job, and the dry run checks the choice.
        queryKey: ['suggestions', job.id],
        queryFn: () => call('GET /journeys/:id/suggestions', { params: { id: job.id } }),
        staleTime: 30_000,
      })),
    combine: (answers) => answers,
  })
  const suggestions = new Map<string, Suggestion[]>()
  jobs
    .filter((job) => job.source === 'journey')
    .forEach((job, index) => {
      const answer = suggested[index]?.data
      const found = kind === 'vehicle' ? answer?.vehicles : answer?.drivers
      if (found)
        suggestions.set(
          job.id,
          found.filter((one) => one.id !== id),
        )
    })
  const isKnown = read.data !== undefined && suggested.every((answer) => !answer.isPending)
  const alone = Object.entries(chosenAlone).filter(([jobId]) => jobs.some((job) => job.id === jobId))
  const chosen = new Map([...planForAll(jobs, forAll), ...alone])
  const plan = planOf(jobs, suggestions, chosen, misfits)
  const words = t(`choices.${kind === 'vehicle' ? 'downtimeKinds' : 'absenceKinds'}.${why}`)
  const request: ResolveRequest = {
    cause:
      kind === 'vehicle'
        ? {
            kind: 'downtime',
            vehicle_id: id,
            starts_at: from,
            ends_at: to,
            downtime_kind: why as 'breakdown',
            note: note || null,
          }
        : {
            kind: 'absence',
            staff_id: id,
            starts_at: from,
            ends_at: to ?? from,
            absence_kind: why as 'sick',
            note: note || null,
          },
    jobs: toJobPlans(jobs, plan),
    reason: (note || words).slice(0, 200),
    ...(override.trim() && { override_reason: override.trim() }),
    ...(acceptsWarnings && { accept_warnings: true }),
  }
  const dryRun = useQuery({
    queryKey: ['dryRuns', 'resolve', request],
    queryFn: () => call('POST /resolutions', { body: { ...request, simulate: true } }),
    enabled: isKnown && isSpan && isComplete(plan) && jobs.length > 0,
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
  })
  const outcomes = jobs.length === 0 ? [] : (dryRun.data?.jobs ?? [])
  // A refused candidate is replaced by the next one: most often the driving time of all jobs together is too long.
  const known = dryRun.isPlaceholderData ? misfits : withMisfits(misfits, outcomes, plan, chosen)
  if (known !== misfits) setMisfits(known)
  const refusal = task.refusal ?? (endMessage === undefined ? read.error : null) ?? dryRun.error
  return {
    draft,
    from,
    setFrom: (next: string) => type({ from: next }),
    to,
    length: until === null ? length : null,
    setLength: (next: Length) => type({ until: null, length: next }),
    setUntil: (next: string | null) => type({ until: next }),
    why,
    setWhy: (next: string) => type({ why: next }),
    note,
    setNote: (next: string) => type({ note: next }),
    override,
    setOverride: (next: string) => type({ override: next }),
    acceptsWarnings,
    setAcceptsWarnings,
    jobs,
    isKnown,
    isSpan,
    suggestions,
    plan,
    choose: (jobId: string, choice: Choice) => type({ chosen: { ...chosenAlone, [jobId]: choice } }),
    forAll,
    /** Also discards the choices for single jobs. */
    chooseForAll: (choice: ChoiceForAll) => type({ forAll: choice, chosen: {} }),
    candidates: candidatesForAll(suggestions),
    outcomes,
    misfits: outcomes.filter(({ outcome }) => outcome === 'failed').length,
    hasDryRun:
      isKnown && isSpan && isComplete(plan) && (jobs.length === 0 || (dryRun.data !== undefined && !dryRun.isFetching)),
    busy: task.busy,
    endMessage,
    isFailed: read.isError,
    refusal,
    /** Error of the downtime or the absence itself, in the reader's language. */
    causeMessage: language === 'en' ? undefined : causeMessageOf(refusal),
    apply: () =>
      task.run(async () => {
        try {
          const resolution = await call('POST /resolutions', { body: request, once: key })
          draft.discard()
          onDone(resolution)
        } finally {
          // A refusal may be due to a job that was cancelled or assigned since the list was read.
          await reread()
        }
      }),
  }
}

export type ReassignmentState = ReturnType<typeof useReassignment>
