import { createStore } from '../crud/store'
import type { StoreOptions } from '../crud/store-options'
import type { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import type { AnyEntity } from '../../contract/core/entity'
import type { Resource } from '../../contract/core/vocabulary'
import { ENTITIES } from '../../contract/entities'
import type { Store } from '../crud/store'
import { auditEventsStore } from '../features/records/audit'
import { customersStore } from '../features/customers/repository'
import { faresStore } from '../features/fares/repository'
import { hireTariffsStore } from '../features/records/hire-tariffs'
import { journeysStore } from '../features/journeys/repository'
import { mailsStore } from '../features/mails/repository'
import { allotmentsStore, partnersStore } from '../features/partners/repository'
import { reservationsStore } from '../features/reservations/repository'
import { routesStore } from '../features/records/routes'
import { seasonsStore } from '../features/records/seasons'
import { shiftsStore, staffAbsencesStore, staffStore } from '../features/records/staff'
import { stationsStore } from '../features/records/stations'
import { usersStore } from '../features/records/users'
import { vehicleTypesStore } from '../features/records/vehicle-types'
import { vehicleDowntimesStore, vehiclesStore } from '../features/records/vehicles'

/** Resources with rules of their own about how their records are kept. */
const OWN_STORES: readonly StoreOptions[] = [
  stationsStore,
  vehicleTypesStore,
  customersStore,
  seasonsStore,
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

/** What the others need follows from the entity: a table of the resource's name, and a `code` that names its records. */
const plainStore = (entity: AnyEntity): StoreOptions => ({
  entity,
  table: entity.resource.replaceAll('-', '_'),
  label: (row) => (typeof row['code'] === 'string' ? row['code'] : row.id),
})

/** Every resource and where its records are kept. */
const STORES: readonly StoreOptions[] = Object.values(ENTITIES).map(
  (entity) => OWN_STORES.find((own) => own.entity.resource === entity.resource) ?? plainStore(entity),
)

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
