import { Create } from '../../kit/Create'
import { VehicleTypeForm } from './VehicleTypeForm'

/** Creates a vehicle type. */
export default function VehicleTypeCreate() {
  return (
    <Create resource="vehicle-types">
      <VehicleTypeForm />
    </Create>
  )
}
