import { addons } from '../resources/addons'
import type { AnySpec, ResourceDefinition } from '../kit/resource'
import { customers } from '../resources/customers'
import { journeys } from '../resources/journeys'
import { partners } from '../resources/partners'
import { pricingRules } from '../resources/pricing-rules'
import { reservations } from '../resources/reservations'
import { routes } from '../resources/routes'
import { seasons } from '../resources/seasons'
import { staff } from '../resources/staff'
import { stations } from '../resources/stations'
import { users } from '../resources/users'
import { vehicleTypes } from '../resources/vehicle-types'
import { vehicles } from '../resources/vehicles'

/** The thirteen resources of the console, in the order of its menu. */
export const RESOURCE_DEFINITIONS: readonly ResourceDefinition[] = [
  stations,
  vehicles,
  vehicleTypes,
  routes,
  staff,
  customers,
  journeys,
  reservations,
  seasons,
  pricingRules,
  addons,
  users,
  partners,
]

/** What the list at a path shows, where it is a generated one. */
export const generatedListAt = (pathname: string): AnySpec | undefined =>
  RESOURCE_DEFINITIONS.find(({ spec, handMade }) => !handMade.list && `/${spec.name}` === pathname)?.spec
