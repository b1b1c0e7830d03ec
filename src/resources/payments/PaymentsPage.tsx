import { List } from '../../kit/List'
import { Gate } from '../../ui/Gate'
import { PayoutButton } from './PayoutButton'

/** All payments and refunds, the newest first. */
export default function PaymentsPage() {
  return (
    <Gate action="list" resource="payments">
      <List resource="payments" Actions={PayoutButton} />
    </Gate>
  )
}
