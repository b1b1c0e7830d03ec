import { useRef, useState } from 'react'
import { BOARD_FIELDS, type Board, type BoardBy, type BoardJob } from '../../../../contract/operations/board'
import { useReread } from '../../../kit/useReread'
import { give, undoPlan, type Leave } from './boardApi'
import { withGiven } from './boardModel'

/** Something that can be taken back. */
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
  /** The words stand at `app.board.told.<key>`. */
  key: 'given' | 'taken' | 'planned' | 'undone' | 'partly' | 'failed'
  values: Record<string, unknown>
  isUndoable: boolean
  error?: unknown
}

interface Settings {
  by: BoardBy
  change: (how: (board: Board) => Board) => void
  /** The server said no. */
  onRefused: (job: BoardJob, to: string | null, refusal: unknown) => void
}

/** Gives jobs away, at once on the screen and then on the server, and takes that back. */
export function useGiving({ by, change, onRefused }: Settings) {
  const reread = useReread()
  const done = useRef<Done[]>([])
  const [message, setMessage] = useState<Message | null>(null)

  const giveTo = async (job: BoardJob, to: string | null, name: string | null, leave?: Leave): Promise<boolean> => {
    const before = job[BOARD_FIELDS[by]]
    if (before === to) return true
    change((board) => withGiven(board, job.id, by, to))
    try {
      const version = await give(job, by, to, leave)
      change((board) => withGiven(board, job.id, by, to, version))
      const { source, id, label } = job
      done.current.push({ kind: 'job', job: { source, id, version, label }, by, to: before, count: 1 })
      setMessage({ key: to === null ? 'taken' : 'given', values: { job: label, name }, isUndoable: true })
      return true
    } catch (refusal) {
      change((board) => withGiven(board, job.id, by, before))
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
        const version = await give(last.job, last.by, last.to, { isMeant: true })
        if (last.by === by) change((board) => withGiven(board, last.job.id, by, last.to, version))
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
    giveTo,
    undo,
    /** Remembers a plan that was applied. */
    planned: (id: string, count: number) => {
      done.current.push({ kind: 'plan', id, count })
      setMessage({ key: 'planned', values: { smart_count: count }, isUndoable: true })
      void reread()
    },
  }
}
