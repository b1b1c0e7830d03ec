import type { Customer } from '../../../contract/entities/customer'
import { RecordAndHistory, RecordPage } from '../builder/GeneratedShow'
import { RecordHeader } from '../builder/RecordHeader'
import { specOf } from '../builder/registry'
import { PrivacyActions } from './PrivacyActions'

/** A customer, with what a customer may ask for by law. */
export default function CustomerShow() {
  const spec = specOf('customers')
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <RecordHeader
            spec={spec}
            record={record}
            actions={<PrivacyActions customer={record as unknown as Customer} />}
          />
          <RecordAndHistory spec={spec} record={record} />
        </>
      )}
    </RecordPage>
  )
}
