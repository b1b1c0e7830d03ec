import { useRecordContext, useReference } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Payment } from '../../../contract/entities/payment'
import type { Reservation } from '../../../contract/entities/reservation'
import { RecordAndHistory, Show } from '../../kit/Show'
import { useHasRight } from '../../providers/auth/useSession'
import { openPdf } from '../../providers/http/files'
import { Gate } from '../../ui/Gate'
import { PdfMenu } from '../../ui/PdfMenu'
import { useFormat } from '../../ui/useFormat'
import { PaymentRefunds } from './PaymentRefunds'

/** Read-only page of a payment or refund: purpose, method, state and receipt. */
export default function PaymentPage() {
  const { id } = useParams()
  return (
    <Gate action="show" resource="payments">
      <Show key={id} resource="payments" actions={<Receipt />}>
        <RecordAndHistory>
          <PaymentRefunds />
        </RecordAndHistory>
      </Show>
    </Gate>
  )
}

/** Receipt; only posted payments of a reservation have one, and write-offs have none. */
function Receipt() {
  const { t } = useFormat()
  const payment = useRecordContext<Payment>()
  const mayPrint = useHasRight('take_payment')
  const reservationId = payment?.reservation_id ?? null
  const { referenceRecord: reservation } = useReference<Reservation>({
    reference: 'reservations',
    id: reservationId ?? '',
    options: { enabled: reservationId !== null },
  })
  if (!payment || !mayPrint || reservationId === null) return null
  if (payment.state !== 'posted' || payment.method === 'written_off') return null
  return (
    <PdfMenu
      label={t('app.payments.receipt')}
      first={reservation?.locale ?? null}
      onOpen={(chosen) =>
        openPdf('POST /payments/:id/receipt', { params: { id: payment.id }, query: { language: chosen } })
      }
    />
  )
}
