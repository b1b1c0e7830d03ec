import { createStore } from '../crud/store'
import type { StoreOptions } from '../crud/store-options'
import type { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import type { Resource } from '../../contract/vocabulary'
import type { Store } from '../crud/store'
import { addonsStore } from './addons/repository'
import { auditEventsStore } from './audit/repository'
import { customersStore } from './customers/repository'
import { faresStore } from './fares/repository'
import { hireTariffsStore } from './hire-tariffs/repository'
import { journeysStore } from './journeys/repository'
import { mailsStore } from './mails/repository'
import { allotmentsStore, partnersStore } from './partners/repository'
import { pricingRulesStore } from './pricing-rules/repository'
import { reservationsStore } from './reservations/repository'
import { routesStore } from './routes/repository'
import { seasonsStore } from './seasons/repository'
import { shiftsStore, staffAbsencesStore, staffStore } from './staff/repository'
import { stationsStore } from './stations/repository'
import { usersStore } from './users/repository'
import { vehicleTypesStore } from './vehicle-types/repository'
import { vehicleDowntimesStore, vehiclesStore } from './vehicles/repository'

/** Every resource and where its records are kept. */
const STORES: readonly StoreOptions[] = [
  stationsStore,
  vehicleTypesStore,
  customersStore,
  seasonsStore,
  addonsStore,
  pricingRulesStore,
  usersStore,
  partnersStore,
  allotmentsStore,
  routesStore,
  faresStore,
  vehiclesStore,
  vehicleDowntimesStore,
  hireTariffsStore,
  staffStore,
  staffAbsencesStore,
  shiftsStore,
  journeysStore,
  reservationsStore,
  mailsStore,
  auditEventsStore,
]

interface Stores {
  all: readonly Store[]
  /** @throws where nothing keeps the records of a resource */
  storeOf: (resource: Resource) => Store
}

/** Opens the store of every resource. @param totals of lists, which the stores share */
export function openStores(db: Db, totals: TotalCache): Stores {
  const stores = new Map(STORES.map((options) => [options.entity.resource, createStore(options, db, totals)]))
  return {
    all: [...stores.values()],
    storeOf: (resource) => {
      const store = stores.get(resource)
      if (!store) throw new Error(`Nothing keeps the records of ${resource}.`)
      return store
    },
  }
}

/** After a write that went past the stores. */
export function forgetTotals(totals: TotalCache): void {
  for (const { table } of STORES) totals.forget(table)
}
