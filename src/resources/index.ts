import { addons } from './addons'
import type { AnySpec, ResourceDefinition } from './builder/resource'
import { customers } from './customers'
import { journeys } from './journeys'
import { partners } from './partners'
import { pricingRules } from './pricing-rules'
import { reservations } from './reservations'
import { routes } from './routes'
import { seasons } from './seasons'
import { staff } from './staff'
import { stations } from './stations'
import { users } from './users'
import { vehicleTypes } from './vehicle-types'
import { vehicles } from './vehicles'

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
