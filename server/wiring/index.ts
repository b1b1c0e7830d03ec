import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/env'
import { resourceRoutes } from '../crud/resource-routes'
import type { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import { registerBeforeCommit } from '../db/transaction'
import type { AccountSecrets } from '../adapters/account-secrets'
import { backupRoutes } from '../features/backups/routes'
import { companyRoutes } from '../features/company/routes'
import { customerMergeRoutes } from '../features/customers/merge-routes'
import { customerRoutes } from '../features/customers/routes'
import { dashboardRoutes } from '../features/dashboard/routes'
import { departureRoutes } from '../features/departures/routes'
import { dispatchPortsOf } from './dispatch-ports'
import { dispatchRoutes } from '../features/dispatch/routes'
import { exportRoutes } from '../features/exports/routes'
import { gtfsRoutes } from '../features/gtfs/routes'
import { fareTableRoutes } from '../features/fares/routes'
import { journeyRoutes } from '../features/journeys/routes'
import { mailRoutes } from '../features/mails/routes'
import { networkMapRoutes } from '../features/network-map/routes'
import { octoPortsOf } from './octo-ports'
import { ownOrigin } from '../http/origin'
import { octoRoutes } from '../features/partner/octo/routes'
import { operatorRoutes } from '../features/partners/routes'
import { partnerPortsOf } from './partner-ports'
import { webhookOutbox } from './partner-messages'
import { partnerSandboxRoutes } from '../features/partner/sandbox/routes'
import { partnerSalesRoutes } from '../features/partner/sales/routes'
import { partnerWebhookRoutes } from '../features/partner/webhooks/routes'
import { quoteRoutes } from '../features/quotes/routes'
import { sandboxPortsOf } from './sandbox-ports'
import { portsOf } from './reassignment-ports'
import { reassignmentRoutes } from '../features/reassignment/routes'
import { partiesOf } from '../features/reservations/parties'
import { reservationRoutes } from '../features/reservations/routes'
import { savedViewRoutes } from '../features/saved-views/routes'
import { searchRoutes } from '../features/search/routes'
import { importRoutes } from '../features/tasks/import/routes'
import { backupTasks, exportTasks, startGeneration, timetableTasks } from './task-ports'
import { taskRoutes } from '../features/tasks/routes'
import { openStores } from './stores'
import { mailPortsOf } from './mail-ports'

export interface FeatureDependencies {
  db: Db
  totals: TotalCache
  config: Config
  /** Signs the QR codes of tickets. */
  ticketKey: Uint8Array
  /** Seals the secrets of webhooks. */
  webhookKey: Uint8Array
  /** Seals backups. */
  backupKey: Uint8Array
  accounts: AccountSecrets
  /** Resolves once all calls that partners made by now are in their log. */
  flushCalls: () => Promise<void>
  now: () => Date
}

export async function registerFeatures(
  app: FastifyInstance,
  { db, totals, config, ticketKey, webhookKey, backupKey, accounts, flushCalls, now }: FeatureDependencies,
): Promise<void> {
  const { all, storeOf } = openStores(db, totals)
  for (const store of all) resourceRoutes(app, store)
  const [reservations, journeys, customers] = [storeOf('reservations'), storeOf('journeys'), storeOf('customers')]
  dashboardRoutes(app, { db, count: async (resource, filter, role) => storeOf(resource).count(filter, role) })
  taskRoutes(app, { db, storeOf, now })
  await importRoutes(app, { db, storeOf, now })
  exportRoutes(app, { db, storeOf, tasks: exportTasks })
  networkMapRoutes(app, { db, tiles: config.mapTiles })
  reservationRoutes(app, { db, store: reservations, ticketKey })
  mailRoutes(app, {
    store: storeOf('mails'),
    desk: { ports: mailPortsOf(reservations, ticketKey, accounts), sends: config.smtp !== null },
  })
  customerRoutes(app, { db, store: customers })
  customerMergeRoutes(app, { db, store: customers })
  savedViewRoutes(app, db)
  searchRoutes(app, db)
  quoteRoutes(app, { db, now })
  departureRoutes(app, { db })
  const partnerPorts = partnerPortsOf({ db, reservations, ticketKey })
  partnerSalesRoutes(app, { db, ports: partnerPorts })
  await octoRoutes(app, { db, ports: octoPortsOf(partnerPorts), origin: ownOrigin(config), website: config.publicUrl })
  partnerWebhookRoutes(app, { db, key: webhookKey, targets: config.webhookTargets })
  partnerSandboxRoutes(app, { db, ports: sandboxPortsOf({ reservations, now }), flushCalls })
  registerBeforeCommit(db, webhookOutbox(now).settle)
  companyRoutes(app, db)
  backupRoutes(app, { db, vault: { folder: config.backupDir, key: backupKey }, tasks: backupTasks })
  fareTableRoutes(app, { db, store: storeOf('fares') })
  operatorRoutes(app, db)
  const parties = partiesOf(reservations)
  journeyRoutes(app, { db, store: journeys, parties, publicUrl: config.publicUrl, startGeneration })
  const away = { downtimes: storeOf('vehicle-downtimes'), absences: storeOf('staff-absences') }
  reassignmentRoutes(app, { db, store: journeys, ports: portsOf({ journeys, reservations, ...away }, parties) })
  dispatchRoutes(app, { db, store: journeys, ports: dispatchPortsOf(journeys) })
  await gtfsRoutes(app, { db, now, origin: ownOrigin(config), tasks: timetableTasks })
}
