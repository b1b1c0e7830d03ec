import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/env'
import { resourceRoutes } from '../crud/resource-routes'
import { createStore, type StoreOptions } from '../crud/store'
import type { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import { addonsStore } from './addons/repository'
import { auditEventsStore } from './audit/repository'
import { customersStore } from './customers/repository'
import { allotmentsStore, partnersStore } from './partners/repository'
import { pricingRulesStore } from './pricing-rules/repository'
import { seasonsStore } from './seasons/repository'
import { stationsStore } from './stations/repository'
import { usersStore } from './users/repository'
import { vehicleTypesStore } from './vehicle-types/repository'

export interface FeatureDependencies {
  db: Db
  totals: TotalCache
  config: Config
  now: () => Date
}

/** Every resource and where its records are kept. */
export const STORES: readonly StoreOptions[] = [
  stationsStore,
  vehicleTypesStore,
  customersStore,
  seasonsStore,
  addonsStore,
  pricingRulesStore,
  usersStore,
  partnersStore,
  allotmentsStore,
  auditEventsStore,
]

export async function registerFeatures(app: FastifyInstance, { db, totals }: FeatureDependencies): Promise<void> {
  for (const options of STORES) resourceRoutes(app, createStore(options, db, totals))
}
