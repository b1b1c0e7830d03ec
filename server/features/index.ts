import type { FastifyInstance } from 'fastify'
import {
  IMPORT_SHEET_KEPT_DAYS,
  JOBS_KEPT_DAYS,
  PLAN_KEPT_DAYS,
  TASKS_KEPT_DAYS,
  WEBHOOK_KEPT_DAYS,
} from '../../contract/limits'
import type { Config } from '../config/env'
import { resourceRoutes } from '../crud/resource-routes'
import { createStore } from '../crud/store'
import type { StoreOptions } from '../crud/store-options'
import { sweepAnswers } from '../crud/idempotency'
import { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import type { Reservation } from '../../contract/entities/reservation'
import type { Resource } from '../../contract/vocabulary'
import type { Store } from '../crud/store'
import { settleThrough } from '../db/transaction'
import { systemContext } from '../http/context'
import { forgetDone } from '../jobs/queue'
import { bothOf, createWorker, type Worker } from '../jobs/worker'
import { accountSecrets, type AccountSecrets } from '../adapters/account-secrets'
import type { Mailer } from '../adapters/mailer'
import { addonsStore } from './addons/repository'
import { auditEventsStore } from './audit/repository'
import { linkAddress } from './auth/links'
import { readCompany } from './company/repository'
import { companyRoutes } from './company/routes'
import { customerMergeRoutes } from './customers/merge-routes'
import { customersStore } from './customers/repository'
import { eraseInactive } from './customers/retention'
import { customerRoutes } from './customers/routes'
import { foldFigures } from './dashboard/repository'
import { dashboardRoutes } from './dashboard/routes'
import { departureRoutes } from './departures/routes'
import { dispatchPortsOf } from './dispatch-ports'
import { sweepPlans } from './dispatch/repository/plans'
import { dispatchRoutes } from './dispatch/routes'
import { exportRoutes } from './exports/routes'
import { forgetFeeds } from './gtfs/repository/runs'
import { gtfsRoutes } from './gtfs/routes'
import { faresStore } from './fares/repository'
import { fareTableRoutes } from './fares/routes'
import { hireTariffsStore } from './hire-tariffs/repository'
import { journeysStore } from './journeys/repository'
import { completeOverdue } from './journeys/repository/sweep'
import { journeyRoutes } from './journeys/routes'
import { mailJobs } from './mails/jobs'
import type { Ports as MailPorts } from './mails/ports'
import { forgetContents, mailsStore } from './mails/repository'
import { mailRoutes } from './mails/routes'
import { invitationAddress } from './partner-access/people'
import { sweepEntries } from './partner-logs/repository'
import { networkMapRoutes } from './network-map/routes'
import { octoPortsOf } from './octo-ports'
import { octoRoutes } from './octo/routes'
import { partnerPortsOf } from './partner-ports'
import { webhookOutbox } from './partner-messages'
import { sweepMocks } from './partner-rehearsal/repository/mocks'
import { partnerRehearsalRoutes } from './partner-rehearsal/routes'
import { createStage } from './partner-rehearsal/stage'
import { partnerSalesRoutes } from './partner-sales/routes'
import { sweepDeliveries } from './partner-webhooks/repository/deliveries'
import { forgetSecrets } from './partner-webhooks/repository/endpoints'
import { partnerWebhookRoutes } from './partner-webhooks/routes'
import { allotmentsStore, partnersStore } from './partners/repository'
import { quoteRoutes } from './quotes/routes'
import { pricingRulesStore } from './pricing-rules/repository'
import { rehearsalPortsOf } from './rehearsal-ports'
import { portsOf } from './resolver-ports'
import { resolverRoutes } from './resolver/routes'
import { partiesOf } from './reservations/parties'
import { printTickets } from './reservations/print-tickets'
import { reservationsStore } from './reservations/repository'
import { completeArrived, sweepHolds, sweepWaiting } from './reservations/repository/sweep'
import { ridesOf } from './reservations/repository/ticket-sheet'
import { reservationRoutes } from './reservations/routes'
import { routesStore } from './routes/repository'
import { savedViewRoutes } from './saved-views/routes'
import { searchRoutes } from './search/routes'
import { seasonsStore } from './seasons/repository'
import { shiftsStore, staffAbsencesStore, staffStore } from './staff/repository'
import { stationsStore } from './stations/repository'
import { importRoutes } from './tasks/import/routes'
import { startGeneration, taskPorts, timetablePiece, timetableTasks } from './task-ports'
import { taskJobs } from './tasks/jobs'
import { pieceJobs } from './tasks/piece'
import { forgetSheets } from './tasks/repository/sheets'
import { forgetTasks } from './tasks/repository/tasks'
import { taskRoutes } from './tasks/routes'
import { usersStore } from './users/repository'
import { vehicleTypesStore } from './vehicle-types/repository'
import { vehicleDowntimesStore, vehiclesStore } from './vehicles/repository'

const DAY_MS = 86_400_000

export interface FeatureDependencies {
  db: Db
  totals: TotalCache
  config: Config
  /** Signs the QR codes of tickets. */
  ticketKey: Uint8Array
  /** Seals the secrets of webhooks. */
  webhookKey: Uint8Array
  accounts: AccountSecrets
  /** Resolves once all calls that partners made by now are in their log. */
  flushCalls: () => Promise<void>
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
  mailsStore,
  auditEventsStore,
]

export async function registerFeatures(
  app: FastifyInstance,
  { db, totals, config, ticketKey, webhookKey, accounts, flushCalls, now }: FeatureDependencies,
): Promise<void> {
  const reservations = createStore(reservationsStore, db, totals)
  const journeys = createStore(journeysStore, db, totals)
  const stores = storesOf(db, totals)
  for (const store of stores.values()) resourceRoutes(app, store)
  const storeOf = oneOf(stores)
  dashboardRoutes(app, { db, count: async (resource, filter) => storeOf(resource).count(filter) })
  taskRoutes(app, { db, storeOf, now })
  await importRoutes(app, { db, storeOf, now })
  exportRoutes(app, { db, storeOf })
  networkMapRoutes(app, { db, tiles: config.mapTiles })
  reservationRoutes(app, { db, store: reservations, ticketKey })
  mailRoutes(app, {
    store: createStore(mailsStore, db, totals),
    desk: { ports: mailPortsOf(reservations, ticketKey, accounts), sends: config.smtp !== null },
  })
  customerRoutes(app, { db, store: createStore(customersStore, db, totals) })
  customerMergeRoutes(app, { db, store: createStore(customersStore, db, totals) })
  savedViewRoutes(app, db)
  searchRoutes(app, db)
  quoteRoutes(app, { db, now })
  departureRoutes(app, { db })
  const partnerPorts = partnerPortsOf({ db, reservations, ticketKey })
  partnerSalesRoutes(app, { db, ports: partnerPorts })
  await octoRoutes(app, { db, ports: octoPortsOf(partnerPorts), publicUrl: config.publicUrl })
  partnerWebhookRoutes(app, { db, key: webhookKey, targets: config.webhookTargets })
  partnerRehearsalRoutes(app, { db, ports: rehearsalPortsOf({ reservations, now }), flushCalls })
  settleThrough(db, webhookOutbox(now).settle)
  companyRoutes(app, db)
  fareTableRoutes(app, { db, store: createStore(faresStore, db, totals) })
  const parties = partiesOf(reservations)
  journeyRoutes(app, { db, store: journeys, parties, publicUrl: config.publicUrl, startGeneration })
  const downtimes = createStore(vehicleDowntimesStore, db, totals)
  const absences = createStore(staffAbsencesStore, db, totals)
  const ports = portsOf({ journeys, reservations, downtimes, absences }, parties)
  resolverRoutes(app, { db, store: journeys, ports })
  dispatchRoutes(app, { db, store: journeys, ports: dispatchPortsOf(journeys) })
  await gtfsRoutes(app, { db, now, publicUrl: config.publicUrl, tasks: timetableTasks })
}

const storesOf = (db: Db, totals: TotalCache): ReadonlyMap<Resource, Store> =>
  new Map(STORES.map((options) => [options.entity.resource, createStore(options, db, totals)]))

const oneOf =
  (stores: ReadonlyMap<Resource, Store>) =>
  (resource: Resource): Store => {
    const store = stores.get(resource)
    if (!store) throw new Error(`Nothing keeps the records of ${resource}.`)
    return store
  }

/** Hands mail what it tells of reservations and accounts. */
const mailPortsOf = (reservations: Store, ticketKey: Uint8Array, secrets: AccountSecrets): MailPorts => ({
  read: async (reader, id) => (await reservations.getIn(reader, id)) as unknown as Reservation,
  rides: ridesOf,
  linkAddress: (kind, id, origin) =>
    kind === 'partner_invitation'
      ? invitationAddress(origin, secrets.invitationToken(id))
      : linkAddress(origin, secrets.linkToken(id)),
  print: (reader, reservation, language) => printTickets(reader, reservation, language, ticketKey),
})

interface WorkDependencies {
  db: Db
  /** Null keeps the mail that is written. */
  mailer: Mailer | null
  /** Signs the QR codes of tickets. */
  ticketKey: Uint8Array
  /** Totals of lists that this process answers; of its own unless given. */
  totals?: TotalCache
  /** Makes the links of invitations and new passwords. */
  accountKey: Uint8Array
  now: () => Date
  onError: Parameters<typeof createWorker>[0]['onError']
}

/** What committed transactions have left to be done. */
export function createWork({ db, mailer, ticketKey, totals, accountKey, now, onError }: WorkDependencies): Worker {
  const known = totals ?? new TotalCache(now)
  const storeOf = oneOf(storesOf(db, known))
  const ports = mailPortsOf(storeOf('reservations'), ticketKey, accountSecrets(accountKey))
  const timetable = timetablePiece(db, () => STORES.forEach(({ table }) => known.forget(table)))
  const short = { ...mailJobs({ db, ports, mailer, now }), ...taskJobs({ db, storeOf, now }, taskPorts) }
  const long = pieceJobs({ db, now, pieces: { timetable } })
  // What takes minutes has a worker of its own, so that mail does not wait for it.
  return bothOf(
    createWorker({ db, handlers: short, now, onError }),
    createWorker({ db, handlers: long, now, atOnce: 1, onError }),
  )
}

interface SweepDependencies {
  db: Db
  now: () => Date
}

/**
 * What time brings about though nobody asks: holds run out, journeys end, seats that came free are offered to those who
 * wait, and what has been kept for long enough is forgotten. Any number of processes may do it at once.
 */
export function createSweep({ db, now }: SweepDependencies): () => Promise<void> {
  const totals = new TotalCache(now)
  const reservations = createStore(reservationsStore, db, totals)
  const journeys = createStore(journeysStore, db, totals)
  const outbox = webhookOutbox(now)
  const stage = createStage({ db, ports: rehearsalPortsOf({ reservations, now }) })
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  return async () => {
    await sweepHolds(db, systemContext('hold sweeper', now))
    await sweepWaiting(db, reservations, now)
    await completeOverdue(db, journeys, systemContext('journey sweeper', now))
    await completeArrived(db, reservations, systemContext('journey sweeper', now))
    await foldFigures(db)
    await sweepAnswers(db, now)
    const kept = await readCompany(db)
    await sweepEntries(db, before(kept.partner_log_kept_days))
    if (kept.mail_content_kept_days !== null) await forgetContents(db, before(kept.mail_content_kept_days))
    await forgetDone(db, before(JOBS_KEPT_DAYS))
    await forgetFeeds(db)
    await forgetSheets(db, before(IMPORT_SHEET_KEPT_DAYS))
    await forgetTasks(db, before(TASKS_KEPT_DAYS))
    await stage.settleDue(null, systemContext('rehearsal', now))
    await sweepMocks(db, before(1))
    await sweepPlans(db, before(PLAN_KEPT_DAYS))
    await outbox.tellOfKeys(db)
    await forgetSecrets(db, now())
    await sweepDeliveries(db, before(WEBHOOK_KEPT_DAYS))
    await eraseInactive(db, kept.customers_kept_months, systemContext('retention', now))
  }
}
