import { AUTH_OPERATIONS } from './auth-operations'
import { ENTITIES } from './entities'
import { GTFS_OPERATIONS } from './gtfs-operations'
import { openLiveConnection } from './live'
import { resourceOperations, type Operation } from './operations'
import { previewPricingRule } from './pricing-preview'
import { createQuote } from './quote'
import { SYSTEM_OPERATIONS } from './system-operations'
import { READ_ONLY_RESOURCES, RESOURCES } from './vocabulary'

/** Every call of the API. The server serves exactly these, the documentation shows exactly these. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...AUTH_OPERATIONS,
  ...RESOURCES.flatMap((resource) => {
    const { list, get, create, replace, update, remove } = resourceOperations(ENTITIES[resource])
    return READ_ONLY_RESOURCES.includes(resource) ? [list, get] : [list, get, create, replace, update, remove]
  }),
  ...GTFS_OPERATIONS,
  createQuote,
  previewPricingRule,
  openLiveConnection,
  ...SYSTEM_OPERATIONS,
]
