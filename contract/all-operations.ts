import { ACCOUNT_OPERATIONS } from './account-operations'
import { AUTH_OPERATIONS } from './auth-operations'
import { BOARD_OPERATIONS } from './board'
import { CUSTOMER_MERGE_OPERATIONS } from './customer-merge'
import { CUSTOMER_OPERATIONS } from './customer-operations'
import { DESK_OPERATIONS } from './desk-operations'
import { getDashboard } from './dashboard'
import { DISPATCH_PLAN_OPERATIONS } from './dispatch-plan'
import { BACKUP_OPERATIONS } from './backups'
import { getCompany, patchCompany, previewRetention } from './company'
import { ENTITIES } from './entities'
import { hideFirstSteps } from './first-steps'
import { getFareTable, saveFareTable } from './fare-table'
import { exportRecords, startExport } from './exports'
import { IMPORT_OPERATIONS } from './imports'
import { GTFS_OPERATIONS } from './gtfs-operations'
import { JOURNEY_OPERATIONS } from './journey-operations'
import { LIVE_OPERATIONS } from './live'
import { MAIL_OPERATIONS } from './mail-operations'
import { MANIFEST_OPERATIONS } from './manifest'
import { getNetworkMap, listMovingJourneys } from './network-map'
import { OCTO_OPERATIONS } from './octo-operations'
import { OPERATOR_OPERATIONS } from './operators'
import { OWNERSHIP_OPERATIONS } from './ownership-operations'
import { PARTNER_OPERATIONS } from './partner-operations'
import { RESERVATION_OPERATIONS } from './reservation-operations'
import { TICKET_OPERATIONS } from './ticket-operations'
import { WAITING_LIST_OPERATIONS } from './waiting-list-operations'
import { resourceOperations, type Operation } from './operations'
import { SAVED_VIEW_OPERATIONS } from './saved-views'
import { searchEverywhere } from './search'
import { previewPricingRule } from './pricing-preview'
import { createQuote } from './quote'
import { RESOLVER_OPERATIONS } from './resolver-operations'
import { SYSTEM_OPERATIONS } from './system-operations'
import { TASK_OPERATIONS } from './tasks'
import { READ_ONLY_RESOURCES, RESOURCES } from './vocabulary'

/** Every call of the API. The server serves exactly these, the documentation shows exactly these. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...AUTH_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...RESOURCES.flatMap((resource) => {
    const { list, facets, get, create, replace, update, remove } = resourceOperations(ENTITIES[resource])
    const reads = [list, facets, get]
    return READ_ONLY_RESOURCES.includes(resource) ? reads : [...reads, create, replace, update, remove]
  }),
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
