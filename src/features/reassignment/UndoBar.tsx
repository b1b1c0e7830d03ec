import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useState, type ReactNode } from 'react'
import type { Resolution } from '../../../contract/operations/reassignment'
import { call } from '../../providers/http/call'
import { useFormat } from '../../ui/useFormat'
import { useSubmission } from '../../ui/useSubmission'
import { Refused } from '../../kit/Blockers'
import { useReread } from '../../providers/data/useReread'

const TICK_MS = 1_000

/** Returns the milliseconds until an instant, updated every second; zero once it has passed. */
export function useMillisecondsLeft(until: string): number {
  const left = () => Math.max(0, Date.parse(until) - Date.now())
  const [ms, setMs] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setMs(Math.max(0, Date.parse(until) - Date.now())), TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  return ms
}

/** Formats milliseconds as minutes and seconds: `9:07`. */
const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface UndoBarProps {
  resolution: Resolution
  onUndone: (undone: Resolution) => void
  /** Description of the resolution. */
  children: ReactNode
}

/** Describes a resolution, with a button to undo it as long as the server allows. */
export function UndoBar({ resolution, onUndone, children }: UndoBarProps) {
  const { t } = useFormat()
  const reread = useReread()
  const { busy, refusal, run } = useSubmission()
  const left = useMillisecondsLeft(resolution.undo_until)
  if (resolution.undone_at !== null) return <Alert severity="info">{t('app.operations.resolve.undone')}</Alert>
  const undo = async () => {
    onUndone(await call('POST /resolutions/:id/undo', { params: { id: resolution.id } }))
    await reread()
  }
  return (
    <>
      <Refused refusal={refusal} />
      <Alert
        severity="success"
        action={
          left > 0 && (
            <Button color="inherit" loading={busy} onClick={() => void run(undo)}>
              {t('app.operations.resolve.undo', { time: clock(left) })}
            </Button>
          )
        }
      >
        {children}
      </Alert>
    </>
  )
}
