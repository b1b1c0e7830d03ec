import { ACCOUNT_OPERATIONS } from './operations/accounts'
import { AUTH_OPERATIONS } from './operations/auth'
import { BOARD_OPERATIONS } from './operations/board'
import { CUSTOMER_MERGE_OPERATIONS } from './operations/customer-merge'
import { CUSTOMER_OPERATIONS } from './operations/customers'
import { DESK_OPERATIONS } from './operations/desk'
import { getDashboard } from './operations/dashboard'
import { DISPATCH_PLAN_OPERATIONS } from './operations/dispatch-plan'
import { BACKUP_OPERATIONS } from './operations/backups'
import { getCompany, patchCompany, previewRetention } from './operations/company'
import { ENTITIES, type Entities } from './entities'
import { hideFirstSteps } from './operations/first-steps'
import { getFareTable, saveFareTable } from './operations/fare-table'
import { exportRecords, startExport } from './operations/exports'
import { IMPORT_OPERATIONS } from './operations/imports'
import { GTFS_OPERATIONS } from './operations/timetables'
import { JOURNEY_OPERATIONS } from './operations/journeys'
import { LIVE_OPERATIONS } from './operations/live'
import { MAIL_OPERATIONS } from './operations/mails'
import { MANIFEST_OPERATIONS } from './operations/manifest'
import { getNetworkMap, listMovingJourneys } from './operations/network-map'
import { OCTO_OPERATIONS } from './partner/octo-operations'
import { OPERATOR_OPERATIONS } from './operations/operators'
import { OWNERSHIP_OPERATIONS } from './operations/ownership'
import { PARTNER_OPERATIONS } from './partner/operations'
import { RESERVATION_OPERATIONS } from './operations/reservations'
import { TICKET_OPERATIONS } from './operations/tickets'
import { WAITING_LIST_OPERATIONS } from './operations/waiting-list'
import { resourceOperations, type Operation, type ResourceOperations } from './core/operations'
import { SAVED_VIEW_OPERATIONS } from './operations/saved-views'
import { searchEverywhere } from './operations/search'
import { previewPricingRule } from './operations/pricing-preview'
import { createQuote } from './operations/quote'
import { RESOLVER_OPERATIONS } from './operations/reassignment'
import { SYSTEM_OPERATIONS } from './operations/system'
import { TASK_OPERATIONS } from './operations/tasks'
import { READ_ONLY_RESOURCES, RESOURCES } from './core/vocabulary'

/** The calls beside those that every resource has. */
const SPECIAL_OPERATIONS = [
  ...AUTH_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...RESERVATION_OPERATIONS,
  ...OWNERSHIP_OPERATIONS,
  ...TICKET_OPERATIONS,
  ...WAITING_LIST_OPERATIONS,
  ...DESK_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...JOURNEY_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...MANIFEST_OPERATIONS,
  ...RESOLVER_OPERATIONS,
  ...BOARD_OPERATIONS,
  ...DISPATCH_PLAN_OPERATIONS,
  ...GTFS_OPERATIONS,
  ...TASK_OPERATIONS,
  ...IMPORT_OPERATIONS,
  exportRecords,
  startExport,
  ...SAVED_VIEW_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...CUSTOMER_MERGE_OPERATIONS,
  getDashboard,
  hideFirstSteps,
  getNetworkMap,
  listMovingJourneys,
  searchEverywhere,
  createQuote,
  previewPricingRule,
  getCompany,
  patchCompany,
  previewRetention,
  ...BACKUP_OPERATIONS,
  getFareTable,
  saveFareTable,
  ...PARTNER_OPERATIONS,
  ...OCTO_OPERATIONS,
  ...LIVE_OPERATIONS,
  ...SYSTEM_OPERATIONS,
]

/** Every call of the API. The server serves exactly these, the documentation shows exactly these. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...RESOURCES.flatMap((resource) => {
    const { list, facets, get, create, replace, update, remove } = resourceOperations(ENTITIES[resource])
    const reads = [list, facets, get]
    return READ_ONLY_RESOURCES.includes(resource) ? reads : [...reads, create, replace, update, remove]
  }),
  ...SPECIAL_OPERATIONS,
]

type AnyOf<T> = T[keyof T]
type Known =
  | (typeof SPECIAL_OPERATIONS)[number]
  | AnyOf<{ [R in keyof Entities]: AnyOf<ResourceOperations<Entities[R]>> }>

/** The type of each operation by its address: `GET /stations/:id`. */
export type Operations = { [O in Known as `${O['method']} ${O['path']}`]: O }
export type Address = keyof Operations
