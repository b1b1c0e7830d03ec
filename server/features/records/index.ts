import type { Feature } from '../feature'
import { auditEventsStore } from './audit'
import { hireTariffsStore } from './hire-tariffs'
import { routesStore } from './routes'
import { seasonsStore } from './seasons'
import { shiftsStore, staffAbsencesStore, staffStore } from './staff'
import { stationsStore } from './stations'
import { usersStore } from './users'
import { vehicleTypesStore } from './vehicle-types'
import { vehicleDowntimesStore, vehiclesStore } from './vehicles'

/** Stores of resources without a feature of their own. */
export const records: Feature = {
  stores: [
    stationsStore,
    vehicleTypesStore,
    seasonsStore,
    usersStore,
    routesStore,
    vehiclesStore,
    vehicleDowntimesStore,
    hireTariffsStore,
    staffStore,
    staffAbsencesStore,
    shiftsStore,
    auditEventsStore,
  ],
}
