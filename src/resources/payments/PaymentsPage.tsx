import { List } from '../../kit/List'
import { Gate } from '../../ui/Gate'

/** All payments and refunds, the newest first. */
export default function PaymentsPage() {
  return (
    <Gate action="list" resource="payments">
      <List resource="payments" />
    </Gate>
  )
}
