import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/env'
import { resourceRoutes } from '../crud/resource-routes'
import { createStore } from '../crud/store'
import type { StoreOptions } from '../crud/store-options'
import type { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import { addonsStore } from './addons/repository'
import { auditEventsStore } from './audit/repository'
import { customersStore } from './customers/repository'
import { gtfsRoutes } from './gtfs/routes'
import { faresStore } from './fares/repository'
import { hireTariffsStore } from './hire-tariffs/repository'
import { journeysStore } from './journeys/repository'
import { allotmentsStore, partnersStore } from './partners/repository'
import { quoteRoutes } from './quotes/routes'
import { pricingRulesStore } from './pricing-rules/repository'
import { reservationsStore } from './reservations/repository'
import { routesStore } from './routes/repository'
import { seasonsStore } from './seasons/repository'
import { shiftsStore, staffAbsencesStore, staffStore } from './staff/repository'
import { stationsStore } from './stations/repository'
import { usersStore } from './users/repository'
import { vehicleTypesStore } from './vehicle-types/repository'
import { vehicleDowntimesStore, vehiclesStore } from './vehicles/repository'

export interface FeatureDependencies {
  db: Db
  totals: TotalCache
  config: Config
  now: () => Date
}

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
  auditEventsStore,
]

export async function registerFeatures(
  app: FastifyInstance,
  { db, totals, config, now }: FeatureDependencies,
): Promise<void> {
  for (const options of STORES) resourceRoutes(app, createStore(options, db, totals))
  quoteRoutes(app, { db, now })
  await gtfsRoutes(app, {
    db,
    now,
    publicUrl: config.publicUrl,
    isOnlyProcess: config.databaseUrl === null,
    onWritten: () => STORES.forEach(({ table }) => totals.forget(table)),
  })
}
