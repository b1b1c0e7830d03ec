import type { Payment } from '../../../../contract/entities/payment'
import { call } from '../../../providers/http/call'
import { formatMoney } from '../../../providers/format/money'
import { ReasonDialog } from '../../../ui/ReasonDialog'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import type { MoneyDialogProps, MoneyTask } from './moneyDialog'
import { PaymentLinkDialog } from './PaymentLinkDialog'
import { RefundDialog } from './RefundDialog'
import { TakePaymentDialog } from './TakePaymentDialog'
import { WriteOffDialog } from './WriteOffDialog'

/** Dialog of the selected payment action. */
export default function MoneyDialogs({ task, ...props }: MoneyDialogProps & { task: MoneyTask }) {
  if (task.kind === 'take') return <TakePaymentDialog {...props} />
  if (task.kind === 'refund') return <RefundDialog {...props} />
  if (task.kind === 'write_off') return <WriteOffDialog {...props} />
  if (task.kind === 'link') return <PaymentLinkDialog {...props} />
  return <PaymentStep {...props} {...task} />
}

type StepProps = MoneyDialogProps & { kind: 'reverse' | 'approve' | 'decline'; payment: Payment }

function PaymentStep({ kind, payment, onDone, onClose }: StepProps) {
  const { t, locale } = useFormat()
  const once = useOnce()
  const { id, version } = payment
  const made = { params: { id }, ifMatch: version }
  const frame = { title: t(`app.payments.${kind}`), action: t(`app.payments.${kind}`), onClose }
  const done = async () => {
    onClose()
    await onDone()
  }
  const amount = formatMoney(payment.amount_minor, payment.currency, locale)
  if (kind === 'approve') {
    const approve = async () => {
      await once({ version }, (key) => call('POST /payments/:id/approve', { ...made, body: {}, once: key }))
      await done()
    }
    return <TaskDialog {...frame} text={t('app.payments.approveText', { amount })} onConfirm={approve} />
  }
  const confirm = async (reason: string) => {
    const body = { reason }
    await once({ ...body, version }, (key) =>
      kind === 'reverse'
        ? call('POST /payments/:id/reverse', { ...made, body, once: key })
        : call('POST /payments/:id/decline', { ...made, body, once: key }),
    )
    await done()
  }
  const text = `${t(`app.payments.did.${payment.direction}`, { amount })} · ${payment.reference}`
  return <ReasonDialog {...frame} text={text} onConfirm={confirm} />
}
