import Box from '@mui/material/Box'
import type { User } from '../../../contract/entities/user'
import { SessionsCard } from '../account/SessionsCard'
import { useMay } from '../../providers/auth/useSession'
import { RecordPage } from '../../kit/GeneratedShow'
import { History } from '../../kit/History'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordSections } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import { TwoColumns } from '../../kit/TwoColumns'
import { UserAccess } from './UserAccess'

/** An account, with the ways in that an administrator gives and takes. */
export default function UserShow() {
  const spec = specOf('users')
  const mayDecide = useMay('edit', 'users')
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <RecordHeader spec={spec} record={record} />
          <TwoColumns>
            <Box sx={{ display: 'grid', gap: 4, minWidth: 0, alignContent: 'start' }}>
              <RecordSections spec={spec} record={record} />
              {mayDecide && <UserAccess user={record as unknown as User} />}
              {mayDecide && <SessionsCard userId={record.id} />}
            </Box>
            <History resource={spec.name} record={record} />
          </TwoColumns>
        </>
      )}
    </RecordPage>
  )
}
