import type { Staff } from '../../../contract/entities/staff'
import { JobsPage } from '../../features/reassignment/JobsPage'
import { RecordPage } from '../../kit/Show'
import { specOf } from '../../kit/registry'

/** Page of a staff member, with the recording of absences. */
export default function StaffShow() {
  return (
    <RecordPage spec={specOf('staff')}>
      {(record) => {
        const { licence_expires_on, medical_expires_on, status } = record as Staff
        const expiries = { licence_expires_on, medical_expires_on }
        return <JobsPage kind="staff" record={record} expiries={expiries} gone={status === 'left'} />
      }}
    </RecordPage>
  )
}
