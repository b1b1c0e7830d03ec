import { Edit } from '../../kit/Edit'
import { VehicleTypeForm } from './VehicleTypeForm'

export default function VehicleTypeEdit() {
  return (
    <Edit resource="vehicle-types">
      <VehicleTypeForm />
    </Edit>
  )
}
