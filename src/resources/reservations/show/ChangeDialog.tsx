import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { FieldErrors } from '../../../providers/http/fieldErrors'
import { problemOf } from '../../../providers/http/problem'
import { problemText } from '../../../ui/problemText'
import { NAMED_RECORDS, NameList, RecordNames } from '../../../kit/RecordNames'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation, dryRunStep, type PricedVerb } from '../desk/deskApi'
import type { DialogProps, DryRunAnswer } from './dialogProps'
import { MessageChoice } from './MessageChoice'
import { choiceKey } from '../../../kit/vocabularies'
import { NO_CHANGE_REASON, changeReasonIssues, ChangeReasonFields, type ChangeReason } from './ChangeReasonFields'

interface ChangeDialogProps extends DialogProps {
  title: string
  /** Returns the label of the button for the simulated result; `after` is undefined while it is unknown. */
  actionOf: (after: DryRunAnswer | undefined) => string
  /** Label of the button that changes nothing. */
  dismissal: string
  /** Marks a destructive change, which names the reservation. */
  grave?: boolean
  /** The passengers that the change is limited to, by position. */
  positions?: readonly number[] | undefined
  isWide?: boolean
  /** The API operation that performs the change. */
  verb: PricedVerb
  /** Body of the operation; null while incomplete. */
  change: Record<string, unknown> | null
  /** False while the user is typing values that `change` does not contain yet. */
  isSettled?: boolean
  /** Default reason of the change. */
  usually?: ChangeReason
  /** Called after the change; reports its own errors. */
  afterwards?: (after: Reservation, why: string) => Promise<void>
  /** Renders the simulated result. */
  outcome: (after: DryRunAnswer) => ReactNode
  /** @param code code of the refusal of the simulation */
  children?: (errors: FieldErrors, code: string | undefined) => ReactNode
}

/** Change with a price: shows the simulated result, and asks for the reason and whether to notify the customer. */
export function ChangeDialog({ reservation, verb, change, isSettled = true, children, ...props }: ChangeDialogProps) {
  const { onDone, onClose, actionOf, outcome, afterwards, usually = NO_CHANGE_REASON, positions = [], ...frame } = props
  const [why, setWhy] = useState(usually)
  const [isWaived, setIsWaived] = useState(false)
  const [isNotified, setIsNotified] = useState(true)
  const [isMarked, setIsMarked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { id, version } = reservation
  const dryRun = useQuery({
    queryKey: ['reservations', 'dryRun', id, version, verb, change, isWaived],
    queryFn: () => dryRunStep(id, verb, { ...change, waive_fee: isWaived, cause: 'other' }),
    // A change that is being sent is not simulated again.
    enabled: change !== null && !isSending,
    staleTime: 0,
    gcTime: 0,
  })
  const after = change ? dryRun.data : undefined
  const issues = changeReasonIssues(why)
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
      notify_customer: isNotified,
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
          {frame.grave && <Subject reservation={reservation} positions={positions} />}
          {children?.({ ...problemOf(dryRun.error).errors, ...refused }, problemOf(dryRun.error).code)}
          {change && <Outcome dryRun={dryRun}>{outcome}</Outcome>}
          <ChangeReasonFields
            why={why}
            onWhy={setWhy}
            issues={isMarked ? issues : []}
            refused={refused}
            takesFocus={!children}
            isWaived={isWaived}
            onWaived={setIsWaived}
          />
          {after && <MessageChoice message={after.message ?? null} isNotified={isNotified} onNotify={setIsNotified} />}
        </>
      )}
    </TaskDialog>
  )
}

/** Names the reservation, and the passengers that a change is limited to. */
function Subject({ reservation, positions }: { reservation: Reservation; positions: readonly number[] }) {
  const { t } = useFormat()
  const passengers = positions.map((position) => {
    const passenger = reservation.passengers[position - 1]
    return {
      key: position,
      name: `${position}. ${passenger?.name ?? reservation.lead_name}`,
      detail: passenger && t(choiceKey('passengerCategories', passenger.category)),
    }
  })
  return (
    <div>
      <RecordNames resource="reservations" records={[reservation]} />
      {passengers.length > 0 && (
        <NameList
          label={t('resources.reservations.fields.passengers')}
          names={passengers.slice(0, NAMED_RECORDS)}
          total={passengers.length}
        />
      )}
    </div>
  )
}

interface OutcomeProps {
  dryRun: Pick<UseQueryResult<DryRunAnswer>, 'data' | 'error' | 'isLoading'>
  children: (after: DryRunAnswer) => ReactNode
}

function Outcome({ dryRun: { data, error, isLoading }, children }: OutcomeProps) {
  const format = useFormat()
  if (error) return <Alert severity="error">{problemText(error, format)}</Alert>
  if (isLoading) return <Skeleton variant="rounded" height={96} />
  return data ? children(data) : null
}
