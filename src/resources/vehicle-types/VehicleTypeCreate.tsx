import { Create } from '../../kit/Create'
import { VehicleTypeForm } from './VehicleTypeForm'

export default function VehicleTypeCreate() {
  return (
    <Create resource="vehicle-types">
      <VehicleTypeForm />
    </Create>
  )
}
