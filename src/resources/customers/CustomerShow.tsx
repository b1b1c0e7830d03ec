import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import type { Customer } from '../../../contract/entities/customer'
import { useFormat } from '../../ui/useFormat'
import { History } from '../../kit/History'
import { RecordPage } from '../../kit/Show'
import { RecordFacts } from '../../kit/RecordFacts'
import { AllDetails, UpfrontSections } from '../../kit/RecordSections'
import { recordPath } from '../../kit/recordPaths'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordSkeleton } from '../../kit/RecordStates'
import { represent, specOf } from '../../kit/registry'
import { useMay } from '../../providers/auth/useSession'
import { Column } from '../../ui/Column'
import { CustomerActions } from './CustomerActions'
import { CustomerBalance } from './CustomerBalance'
import { CustomerTrips } from './CustomerTrips'
import { DuplicateHint } from './duplicates/DuplicateHint'

/** Page of a customer with trips and data protection requests; a merged customer links to the remaining one. */
export default function CustomerShow() {
  const { t, language } = useFormat()
  const mayBook = useMay('create', 'reservations')
  const spec = specOf('customers')
  return (
    <RecordPage spec={spec}>
      {(record) => {
        const customer = record as Customer
        if (customer.merged_into_id !== null && customer.merged_into_id !== undefined)
          return <MergedRedirect from={represent('customers', record, language)} to={customer.merged_into_id} />
        return (
          <>
            <RecordHeader
              spec={spec}
              record={record}
              subtitle={
                <>
                  <RecordFacts spec={spec} record={record}>
                    <CustomerBalance customer={customer} />
                  </RecordFacts>
                  <DuplicateHint customer={customer} />
                </>
              }
              actions={
                <>
                  {mayBook && (
                    <Button
                      component={RouterLink}
                      to={`/reservations/create?customer=${encodeURIComponent(customer.id)}`}
                      startIcon={<AddIcon />}
                    >
                      {t('app.customer.newBooking')}
                    </Button>
                  )}
                  <CustomerActions customer={customer} />
                </>
              }
            />
            <Column>
              <UpfrontSections spec={spec} record={record} />
              <CustomerTrips customerId={customer.id}>
                <Column>
                  <History resource="customers" record={record} />
                  <AllDetails key={record.id} spec={spec} record={record} />
                </Column>
              </CustomerTrips>
            </Column>
          </>
        )
      }}
    </RecordPage>
  )
}

function MergedRedirect({ from, to }: { from: string; to: string }) {
  const { t } = useFormat()
  const notify = useNotify()
  const navigate = useNavigate()
  useEffect(() => {
    notify(t('app.duplicates.wasMerged', { name: from }), { type: 'info' })
    void navigate(recordPath('customers', to), { replace: true })
  }, [from, navigate, notify, t, to])
  return <RecordSkeleton spec={specOf('customers')} />
}
