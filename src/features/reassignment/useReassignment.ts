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
  learnt,
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
import { useReread } from '../../providers/data/useReread'
import { useSubmission } from '../../ui/useSubmission'

const NO_JOBS: AffectedJob[] = []
export const KINDS_OF = { vehicle: DOWNTIME_KINDS, staff: ABSENCE_KINDS } as const

/** Returns the message of a refusal on the vehicle or the person of the cause. */
function causeMessageOf(refusal: unknown): string | undefined {
  const cause = problemOf(refusal).errors?.['cause']
  return typeof cause === 'object' ? messageOf(cause['vehicle_id'] ?? cause['staff_id']) : undefined
}

/** What takes a vehicle or person away, what becomes of their jobs, and what a trial says of it. */
export function useReassignment(kind: Kind, id: string, zone: string, onDone: (resolution: Resolution) => void) {
  const { t, language } = useFormat()
  const now = useNow()
  const reread = useReread()
  const task = useSubmission()
  const [key] = useState(newKey)
  const [from, setFrom] = useState(() => startOf(now))
  const [length, setLength] = useState<Length>('tomorrow')
  const [until, setUntil] = useState<string | null>(null)
  const [why, setWhy] = useState<string>(kind === 'vehicle' ? 'breakdown' : 'sick')
  const [note, setNote] = useState('')
  const [override, setOverride] = useState('')
  const [acceptsWarnings, setAcceptsWarnings] = useState(false)
  const [forAll, setForAll] = useState<ChoiceForAll>(null)
  const [chosenAlone, setChosenAlone] = useState<ReadonlyMap<string, Choice>>(new Map())
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
  const chosen = new Map([...planForAll(jobs, forAll), ...chosenAlone])
  const plan = planOf(jobs, suggestions, chosen, misfits)
  const words = t(`choices.${kind === 'vehicle' ? 'downtimeKinds' : 'absenceKinds'}.${why}`)
  const wish: ResolveRequest = {
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
  const trial = useQuery({
    queryKey: ['trials', 'resolve', wish],
    queryFn: () => call('POST /resolutions', { body: { ...wish, simulate: true } }),
    enabled: isKnown && isSpan && isComplete(plan) && jobs.length > 0,
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
  })
  const outcomes = jobs.length === 0 ? [] : (trial.data?.jobs ?? [])
  // A refused candidate is replaced by the next one: most often the driving time of all jobs together is too long.
  const known = trial.isPlaceholderData ? misfits : learnt(misfits, outcomes, plan, chosen)
  if (known !== misfits) setMisfits(known)
  const refusal = task.refusal ?? (endMessage === undefined ? read.error : null) ?? trial.error
  return {
    from,
    setFrom,
    to,
    length: until === null ? length : null,
    setLength: (next: Length) => {
      setUntil(null)
      setLength(next)
    },
    setUntil,
    why,
    setWhy,
    note,
    setNote,
    override,
    setOverride,
    acceptsWarnings,
    setAcceptsWarnings,
    jobs,
    isKnown,
    isSpan,
    suggestions,
    plan,
    choose: (jobId: string, choice: Choice) => setChosenAlone(new Map(chosenAlone).set(jobId, choice)),
    forAll,
    /** Replaces the choices of single jobs. */
    chooseForAll: (choice: ChoiceForAll) => {
      setForAll(choice)
      setChosenAlone(new Map())
    },
    candidates: candidatesForAll(suggestions),
    outcomes,
    misfits: outcomes.filter(({ outcome }) => outcome === 'failed').length,
    isTried:
      isKnown && isSpan && isComplete(plan) && (jobs.length === 0 || (trial.data !== undefined && !trial.isFetching)),
    busy: task.busy,
    endMessage,
    isFailed: read.isError,
    refusal,
    /** What is wrong with the downtime or the absence itself, in the reader's language. */
    causeMessage: language === 'en' ? undefined : causeMessageOf(refusal),
    apply: () =>
      task.run(async () => {
        try {
          onDone(await call('POST /resolutions', { body: wish, once: key }))
        } finally {
          // A refusal may be due to a job that was cancelled or assigned since the list was read.
          await reread()
        }
      }),
  }
}

export type ReassignmentState = ReturnType<typeof useReassignment>
