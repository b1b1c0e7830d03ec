import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { mayOverride } from '../../../../contract/core/overrides'
import { useUser } from '../../../providers/auth/useSession'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation, tryStep, type PricedVerb } from '../desk/deskApi'
import { ChangeCost } from './ChangeCost'
import type { DialogProps } from './dialogProps'

interface ChangeDialogProps extends DialogProps {
  title: string
  text?: string
  /** It takes something away. */
  grave?: boolean
  /** The step of the API that does it. */
  verb: PricedVerb
  /** What that step is asked for; null while there is nothing to ask. */
  change: Record<string, unknown> | null
  /** False while somebody still types what `change` does not have yet. */
  isSettled?: boolean
  children?: ReactNode
}

/** A change that has a price: what it costs is told before it is done, why is asked for, and a fee may be waived. */
export function ChangeDialog({ reservation, verb, change, isSettled = true, children, ...props }: ChangeDialogProps) {
  const { onDone, onClose, ...looks } = props
  const { t } = useFormat()
  const role = useUser()?.role
  const [reason, setReason] = useState('')
  const [waived, setWaived] = useState(false)
  const { id, version } = reservation
  const body = { ...change, waive_fee: waived }
  const trial = useQuery({
    queryKey: ['reservations', 'trial', id, version, verb, body],
    queryFn: () => tryStep(id, verb, { ...body, reason: '-' }),
    enabled: change !== null,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <TaskDialog
      {...looks}
      action={looks.title}
      ready={change !== null && isSettled && trial.data !== undefined && reason.trim() !== ''}
      onConfirm={async () => {
        await stepReservation(reservation, verb, { ...body, reason: reason.trim() })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {children}
          {change && <ChangeCost before={reservation} trial={trial} />}
          <TextField
            autoFocus={children === undefined}
            label={t('app.depot.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' }, inputLabel: { shrink: true } }}
          />
          {role && mayOverride(role, 'waive_fee') && (
            <FormControlLabel
              control={<Checkbox size="small" checked={waived} onChange={(event) => setWaived(event.target.checked)} />}
              label={t('app.desk.waive')}
            />
          )}
        </>
      )}
    </TaskDialog>
  )
}
