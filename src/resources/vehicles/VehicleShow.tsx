import { useReference } from 'react-admin'
import type { Vehicle } from '../../../contract/entities/vehicle'
import type { VehicleType } from '../../../contract/entities/vehicle-type'
import { JobsPage } from '../../features/reassignment/JobsPage'
import { RecordPage } from '../../kit/Show'
import { specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'

/** Page of a vehicle, with the recording of downtimes. */
export default function VehicleShow() {
  return <RecordPage spec={specOf('vehicles')}>{(record) => <Whole record={record} />}</RecordPage>
}

function Whole({ record }: { record: AnyRecord }) {
  const { vehicle_type_id, inspection_expires_on, insurance_expires_on, status } = record as Vehicle
  const { referenceRecord: type } = useReference<VehicleType>({ reference: 'vehicle-types', id: vehicle_type_id })
  return (
    <JobsPage
      kind="vehicle"
      record={record}
      turnaroundMin={type?.turnaround_min ?? 0}
      expiries={{ inspection_expires_on, insurance_expires_on }}
      gone={status === 'retired'}
    />
  )
}
