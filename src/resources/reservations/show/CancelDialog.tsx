import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { useHasRight } from '../../../providers/auth/useSession'
import { formatMoney } from '../../../providers/format/money'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import { refundCredit } from '../money/moneyApi'
import { CancellationCost, ChangeCost, settlementOf } from './ChangeCost'
import { ChangeDialog } from './ChangeDialog'
import type { DialogProps, DryRunAnswer } from './dialogProps'

interface CancelDialogProps extends DialogProps {
  /** Positions of the cancelled passengers, from 1; default: all. */
  positions?: readonly number[]
  /** The cancelled direction; default: all. */
  direction?: ReservationLeg['direction']
}

/** Cancels a reservation, some passengers or one direction. The button names the refund or the charge. */
export function CancelDialog({ positions, direction, ...props }: CancelDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const notify = useNotify()
  const mayRefund = useHasRight('refund')
  const [isRefunded, setIsRefunded] = useState(true)
  const once = useOnce()
  const part = positions
    ? ({ what: 'passenger', verb: 'cancel-passengers', change: { positions } } as const)
    : direction
      ? ({ what: direction, verb: 'cancel-direction', change: { direction } } as const)
      : null
  const { what, verb, change } = part ?? ({ what: 'booking', verb: 'cancel', change: {} } as const)
  const actionOf = (after: DryRunAnswer | undefined) => {
    const { refund, charge } = after ? settlementOf(after) : { refund: 0, charge: 0 }
    const [key, minor] =
      refund > 0 ? (['refund', refund] as const) : charge > 0 ? (['charge', charge] as const) : ['only']
    const amount = minor && after && formatMoney(minor, after.currency, locale)
    return t(`app.desk.cancel.${what}.${key}`, { amount })
  }
  return (
    <ChangeDialog
      {...props}
      grave
      positions={positions}
      title={t(`app.desk.cancel.${what}.only`)}
      actionOf={actionOf}
      dismissal={t(`app.desk.cancel.${what}.keep`)}
      verb={verb}
      change={change}
      afterwards={async (after, why) => {
        if (!mayRefund || !isRefunded || settlementOf(after).refund === 0) return
        await refundCredit(props.reservation.id, why, once)
          .then((waits) => waits && notify(t('app.payments.waits'), { type: 'info' }))
          .catch((error: unknown) =>
            notify(t('app.payments.notGivenBack', { problem: problemText(error, format) }), { type: 'error' }),
          )
      }}
      outcome={(after) => (
        <>
          {part ? <ChangeCost before={props.reservation} after={after} /> : <CancellationCost after={after} />}
          {mayRefund && settlementOf(after).refund > 0 && (
            <FormControlLabel
              control={<Checkbox checked={isRefunded} onChange={(_, next) => setIsRefunded(next)} />}
              label={t('app.payments.giveBackNow')}
            />
          )}
        </>
      )}
    />
  )
}
