import Box from '@mui/material/Box'
import type { User } from '../../../contract/entities/user'
import { SessionsCard } from '../../account/SessionsCard'
import { useMay } from '../../providers/auth/useSession'
import { RecordPage } from '../builder/GeneratedShow'
import { History } from '../builder/History'
import { RecordHeader } from '../builder/RecordHeader'
import { RecordSections } from '../builder/RecordSections'
import { specOf } from '../builder/registry'
import { TwoColumns } from '../builder/TwoColumns'
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
