import { Edit } from '../../kit/Edit'
import { VehicleTypeForm } from './VehicleTypeForm'

/** Edits a vehicle type. */
export default function VehicleTypeEdit() {
  return (
    <Edit resource="vehicle-types">
      <VehicleTypeForm />
    </Edit>
  )
}
