import Box from '@mui/material/Box'
import { RecordPage } from '../builder/GeneratedShow'
import { RecordHeader } from '../builder/RecordHeader'
import { RecordSections } from '../builder/RecordSections'
import { specOf } from '../builder/registry'
import { PartnerAccess } from './PartnerAccess'

/** A partner: who it is and on what terms it sells, and who and what comes in for it. */
export default function PartnerShow() {
  const spec = specOf('partners')
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <RecordHeader spec={spec} record={record} />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              // Beside each other as soon as neither is cramped.
              '@media (min-width: 1240px)': { gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr)' },
              gap: 4,
              alignItems: 'start',
            }}
          >
            <RecordSections spec={spec} record={record} />
            <PartnerAccess partnerId={record.id} />
          </Box>
        </>
      )}
    </RecordPage>
  )
}
