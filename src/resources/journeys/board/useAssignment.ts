import { useRef, useState } from 'react'
import { BOARD_FIELDS, type Board, type BoardBy, type BoardJob } from '../../../../contract/operations/board'
import { useReread } from '../../../providers/data/useReread'
import { assignJob, undoPlan, type AssignmentOverride } from './boardApi'
import { withAssignment } from './boardModel'

/** A change that can be undone. */
type Done =
  | {
      kind: 'job'
      job: Pick<BoardJob, 'source' | 'id' | 'version' | 'label'>
      by: BoardBy
      to: string | null
      count: 1
    }
  | { kind: 'plan'; id: string; count: number }

interface Message {
  /** Last part of the translation key of the message. */
  key: 'given' | 'taken' | 'planned' | 'undone' | 'partly' | 'failed'
  values: Record<string, unknown>
  isUndoable: boolean
  error?: unknown
}

interface AssignmentOptions {
  by: BoardBy
  change: (how: (board: Board) => Board) => void
  onRefused: (job: BoardJob, to: string | null, refusal: unknown) => void
}

/** Assigns jobs, optimistically on the screen and then on the server, and undoes assignments. */
export function useAssignment({ by, change, onRefused }: AssignmentOptions) {
  const reread = useReread()
  const done = useRef<Done[]>([])
  const [message, setMessage] = useState<Message | null>(null)

  const assignTo = async (
    job: BoardJob,
    to: string | null,
    name: string | null,
    override?: AssignmentOverride,
  ): Promise<boolean> => {
    const before = job[BOARD_FIELDS[by]]
    if (before === to) return true
    change((board) => withAssignment(board, job.id, by, to))
    try {
      const version = await assignJob(job, by, to, override)
      change((board) => withAssignment(board, job.id, by, to, version))
      const { source, id, label } = job
      done.current.push({ kind: 'job', job: { source, id, version, label }, by, to: before, count: 1 })
      setMessage({ key: to === null ? 'taken' : 'given', values: { job: label, name }, isUndoable: true })
      return true
    } catch (refusal) {
      change((board) => withAssignment(board, job.id, by, before))
      onRefused(job, to, refusal)
      void reread()
      return false
    }
  }

  const undo = async () => {
    const last = done.current.pop()
    if (!last) return
    setMessage(null)
    try {
      if (last.kind === 'job') {
        const version = await assignJob(last.job, last.by, last.to, { acceptsWarnings: true })
        if (last.by === by) change((board) => withAssignment(board, last.job.id, by, last.to, version))
        setMessage({ key: 'undone', values: { smart_count: 1 }, isUndoable: false })
        if (last.by !== by) await reread()
        return
      }
      const outcomes = await undoPlan(last.id)
      const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
      setMessage({
        key: failed > 0 ? 'partly' : 'undone',
        values: { smart_count: outcomes.length - failed, failed },
        isUndoable: false,
      })
      await reread()
    } catch (error) {
      setMessage({ key: 'failed', values: {}, isUndoable: false, error })
      await reread()
    }
  }

  return {
    message,
    dismiss: () => setMessage(null),
    assignTo,
    undo,
    /** Records an applied plan for undo. */
    planned: (id: string, count: number) => {
      done.current.push({ kind: 'plan', id, count })
      setMessage({ key: 'planned', values: { smart_count: count }, isUndoable: true })
      void reread()
    },
  }
}
