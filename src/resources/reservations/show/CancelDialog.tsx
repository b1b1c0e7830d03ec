import { useFormat } from '../../../ui/useFormat'
import { ChangeDialog } from './ChangeDialog'
import type { DialogProps } from './dialogProps'

interface CancelDialogProps extends DialogProps {
  /** Places of the passengers who cancel, from 1; all of them unless given. */
  positions?: readonly number[]
}

/** Cancels a reservation, or one of its passengers. */
export function CancelDialog({ positions, ...props }: CancelDialogProps) {
  const { t } = useFormat()
  return positions ? (
    <ChangeDialog
      {...props}
      grave
      title={t('app.desk.steps.cancel_passenger')}
      verb="cancel-passengers"
      change={{ positions }}
    />
  ) : (
    <ChangeDialog {...props} grave title={t('app.desk.steps.cancel')} verb="cancel" change={{}} />
  )
}
