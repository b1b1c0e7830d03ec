import type { z } from 'zod'
import type { AnyEntity } from '../../contract/core/entity'
import type { Resource } from '../../contract/core/vocabulary'
import { ENTITIES, type Entities } from '../../contract/entities'
import type { HistoryEntry } from '../crud/history'
import { createStore, type Store } from '../crud/store'
import type { Row, StoreOptions } from '../crud/store-options'
import type { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import type { Reader } from '../db/transaction'
import { customerFeature } from '../features/customers/routes'
import { fareFeature } from '../features/fares/routes'
import { journeyFeature } from '../features/journeys/routes'
import { mailFeature } from '../features/mails/routes'
import { paymentFeature } from '../features/payments/routes'
import { partnerFeature } from '../features/partners/routes'
import { records } from '../features/records'
import { reservationFeature } from '../features/reservations/routes'
import { tillFeature } from '../features/tills/routes'

/** Features with store options of their own. */
const KEEPERS = [
  records,
  customerFeature,
  partnerFeature,
  fareFeature,
  journeyFeature,
  reservationFeature,
  paymentFeature,
  tillFeature,
  mailFeature,
]
const OWN_STORES = KEEPERS.flatMap(({ stores = [] }) => stores)

/** Returns the options that follow from the entity: a table of the resource's name, and `code` as the label. */
const plainStore = (entity: AnyEntity): StoreOptions => ({
  entity,
  table: entity.resource.replaceAll('-', '_'),
  label: (row) => (typeof row['code'] === 'string' ? row['code'] : row.id),
})

/** Store of one resource, with the type of its record. */
type StoreOf<N extends Resource> = Store<Extract<z.output<Entities[N]['record']>, Row>>

export interface Stores {
  all: readonly Store[]
  /** @throws Error for a resource without a store */
  storeOf: <N extends Resource>(resource: N) => StoreOf<N>
}

/** Opens the store of every resource. @param totals cache that the stores share */
export function openStores(db: Db, totals: TotalCache): Stores {
  const all: Store[] = Object.values(ENTITIES).map((entity) => {
    const own = OWN_STORES.find((options) => options.entity.resource === entity.resource) ?? plainStore(entity)
    return createStore(entity.resource === 'audit-events' ? { ...own, afterRead } : own, db, totals)
  })
  /** Fills in the changes of creations that the history does not store. */
  async function afterRead(reader: Reader, rows: Row[]): Promise<void> {
    const entries = rows as (Row & HistoryEntry)[]
    for (const store of all) await store.completeHistory(reader, entries)
  }
  const stores = new Map(all.map((store) => [store.entity.resource, store]))
  return {
    all,
    storeOf: <N extends Resource>(resource: N) => {
      const store = stores.get(resource)
      if (!store) throw new Error(`There is no store of ${resource}.`)
      return store as StoreOf<N>
    },
  }
}
