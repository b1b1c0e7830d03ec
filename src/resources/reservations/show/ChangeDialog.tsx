import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { FieldErrors } from '../../../providers/http/fieldErrors'
import { problemOf } from '../../../providers/http/problem'
import { problemText } from '../../../ui/problemText'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation, tryStep, type PricedVerb } from '../desk/deskApi'
import type { DialogProps, Tried } from './dialogProps'
import { MessageField } from './MessageField'
import { NO_WHY, whyIssues, WhyFields, type Why } from './WhyFields'

interface ChangeDialogProps extends DialogProps {
  title: string
  /** Word of the button, by what would come of it; undefined while that is not known. */
  actionOf: (after: Tried | undefined) => string
  /** Word of the button that leaves all as it is. */
  dismissal: string
  /** It takes something away. */
  grave?: boolean
  isWide?: boolean
  /** The step of the API that does it. */
  verb: PricedVerb
  /** What that step is asked for; null while there is nothing to ask. */
  change: Record<string, unknown> | null
  /** False while somebody still types what `change` does not have yet. */
  isSettled?: boolean
  /** Why it is done, unless somebody says otherwise. */
  usually?: Why
  /** What is done once the change is; what goes wrong with it is its own to tell. */
  afterwards?: (after: Reservation, why: string) => Promise<void>
  /** What would come of it, once it has been tried. */
  outcome: (after: Tried) => ReactNode
  children?: (errors: FieldErrors) => ReactNode
}

/** A change that has a price: shows what comes of it before it is done, asks why, and whether the customer is written to. */
export function ChangeDialog({ reservation, verb, change, isSettled = true, children, ...props }: ChangeDialogProps) {
  const { onDone, onClose, actionOf, outcome, afterwards, usually = NO_WHY, ...frame } = props
  const [why, setWhy] = useState(usually)
  const [isWaived, setIsWaived] = useState(false)
  const [isTold, setIsTold] = useState(true)
  const [isMarked, setIsMarked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { id, version } = reservation
  const trial = useQuery({
    queryKey: ['reservations', 'trial', id, version, verb, change, isWaived],
    queryFn: () => tryStep(id, verb, { ...change, waive_fee: isWaived, cause: 'other' }),
    // What has just been done is not tried again.
    enabled: change !== null && !isSending,
    staleTime: 0,
    gcTime: 0,
  })
  const after = change ? trial.data : undefined
  const issues = whyIssues(why)
  const confirm = async () => {
    setIsMarked(true)
    if (issues.length > 0) return
    const note = why.note.trim()
    setIsSending(true)
    const changed = await stepReservation(reservation, verb, {
      ...change,
      ...(why.cause && { cause: why.cause }),
      ...(note && { reason: note }),
      waive_fee: isWaived,
      notify_customer: isTold,
    }).catch((error: unknown) => {
      setIsSending(false)
      throw error
    })
    await afterwards?.(changed, [why.cause, note].filter(Boolean).join(': '))
    onClose()
    await onDone()
  }
  return (
    <TaskDialog
      {...frame}
      action={actionOf(after)}
      ready={isSettled && after !== undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      {(refused) => (
        <>
          {children?.({ ...problemOf(trial.error).errors, ...refused })}
          {change && <Outcome trial={trial}>{outcome}</Outcome>}
          <WhyFields
            why={why}
            onWhy={setWhy}
            issues={isMarked ? issues : []}
            refused={refused}
            takesFocus={!children}
            isWaived={isWaived}
            onWaived={setIsWaived}
          />
          {after && <MessageField message={after.message ?? null} isTold={isTold} onTold={setIsTold} />}
        </>
      )}
    </TaskDialog>
  )
}

interface OutcomeProps {
  trial: Pick<UseQueryResult<Tried>, 'data' | 'error' | 'isLoading'>
  children: (after: Tried) => ReactNode
}

function Outcome({ trial: { data, error, isLoading }, children }: OutcomeProps) {
  const format = useFormat()
  if (error) return <Alert severity="error">{problemText(error, format)}</Alert>
  if (isLoading) return <Skeleton variant="rounded" height={96} />
  return data ? children(data) : null
}
