import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Customer } from '../../../contract/entities/customer'
import { useFormat } from '../../ui/useFormat'
import { RecordAndHistory, RecordPage } from '../../kit/GeneratedShow'
import { recordPath } from '../../kit/RecordLink'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordSkeleton } from '../../kit/RecordSkeleton'
import { represent, specOf } from '../../kit/registry'
import { CustomerActions } from './CustomerActions'
import { LikelySameHint } from './duplicates/LikelySameHint'

/** A customer, with what a customer may ask for by law; one that was merged leads to the one that stayed. */
export default function CustomerShow() {
  const { language } = useFormat()
  const spec = specOf('customers')
  return (
    <RecordPage spec={spec}>
      {(record) => {
        const customer = record as unknown as Customer
        if (customer.merged_into_id !== null && customer.merged_into_id !== undefined)
          return <Followed from={represent('customers', record, language)} to={customer.merged_into_id} />
        return (
          <>
            <RecordHeader
              spec={spec}
              record={record}
              subtitle={
                <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
                  <bdi>{spec.detail?.(record, language)}</bdi>
                  <LikelySameHint customer={customer} />
                </Box>
              }
              actions={<CustomerActions customer={customer} />}
            />
            <RecordAndHistory spec={spec} record={record} />
          </>
        )
      }}
    </RecordPage>
  )
}

function Followed({ from, to }: { from: string; to: string }) {
  const { t } = useFormat()
  const notify = useNotify()
  const navigate = useNavigate()
  useEffect(() => {
    notify(t('app.duplicates.wasMerged', { name: from }), { type: 'info' })
    void navigate(recordPath('customers', to), { replace: true })
  }, [from, navigate, notify, t, to])
  return <RecordSkeleton spec={specOf('customers')} />
}
