import type { FastifyInstance } from 'fastify'
import { SWEEP_EVERY_S } from '../../contract/core/limits/clock'
import { accountSecrets } from '../adapters/account-secrets'
import type { Mailer } from '../adapters/mailer'
import type { PaymentProvider } from '../adapters/payments/provider'
import type { Config } from '../config/env'
import type { Secrets } from '../config/secrets'
import { sweepAnswers } from '../kernel/idempotency-keys'
import { resourceRoutes } from '../crud/resource-routes'
import { TotalCache } from '../crud/total-cache'
import type { OpenDatabase } from '../db/database'
import { followInOrder } from '../db/jobs'
import { removeFirstAdminFile } from '../features/auth/first-admin'
import { authFeature } from '../features/auth/routes'
import { createStaffFactors } from '../features/auth/second-factor'
import { createSessions } from '../features/auth/sessions'
import { backupFeature } from '../features/backups/routes'
import { readCompany } from '../features/company/repository'
import { companyFeature } from '../features/company/routes'
import { customerFeature } from '../features/customers/routes'
import { dashboardFeature } from '../features/dashboard/routes'
import { demoFeature, type DemoPerson } from '../features/demo/routes'
import { departureFeature } from '../features/departures/routes'
import { dispatchFeature } from '../features/dispatch/routes'
import { exportFeature } from '../features/exports/routes'
import { fareFeature } from '../features/fares/routes'
import type { Feature, Follower, FollowerInOrder, Sweep } from '../features/feature'
import { timetableFeature } from '../features/gtfs/routes'
import { journeyFeature } from '../features/journeys/routes'
import { sendLinkMail } from '../features/mails/link-mail'
import { mailFeature } from '../features/mails/routes'
import { sendPaymentMail } from '../features/mails/payment-mail'
import { previewMail } from '../features/mails/write'
import { networkMapFeature } from '../features/network-map/routes'
import { notificationFeature } from '../features/notifications/routes'
import { partnerAccessFeature } from '../features/partner/access/routes'
import { partnerReader } from '../features/partner/auth/reader'
import { partnerAuthFeature } from '../features/partner/auth/routes'
import { createMemberFactors } from '../features/partner/auth/second-factor'
import { createPartnerSessions } from '../features/partner/auth/sessions'
import { createRecorder } from '../features/partner/logs/recorder'
import { partnerLogFeature } from '../features/partner/logs/routes'
import { octoFeature } from '../features/partner/octo/routes'
import { partnerSalesFeature } from '../features/partner/sales/routes'
import { partnerSettlementFeature } from '../features/partner/settlement/routes'
import { partnerSandboxFeature } from '../features/partner/sandbox/routes'
import { tripSnapshot } from '../features/partner/sales/repository/trips'
import { journeySnapshot } from '../features/partner/webhooks/repository/outbox'
import { partnerWebhookFeature } from '../features/partner/webhooks/routes'
import { partnerFeature } from '../features/partners/routes'
import { paymentFeature } from '../features/payments/routes'
import { quoteFeature } from '../features/quotes/routes'
import { reassignmentFeature } from '../features/reassignment/routes'
import { partiesOf } from '../features/reservations/parties'
import { ridesOf } from '../features/reservations/repository/tickets'
import { reservationFeature } from '../features/reservations/routes'
import { savedViewFeature } from '../features/saved-views/routes'
import { searchFeature } from '../features/search/routes'
import { stationFeature } from '../features/stations/routes'
import { taskFeature } from '../features/tasks/routes'
import { tillFeature } from '../features/tills/routes'
import { ownOrigin } from '../http/hosts'
import type { KnownPhones } from '../http/phones'
import { isPhoneOfCustomer, readCompanyCountry } from '../kernel/phones'
import { SignalReceiver } from '../kernel/signals'
import { createWorkers, type JobHandlers } from '../jobs/worker'
import { octoPortsOf, partnerPortsOf, sandboxPortsOf, webhookOutbox, webhookSending } from './partner-ports'
import { followJobs } from './follow-jobs'
import { PARTY_GRANTS, dispatchPortsOf, mailPortsOf, reassignmentPortsOf } from './staff-ports'
import { openStores } from './stores'
import {
  backupTask,
  backupTasks,
  exportTask,
  exportTasks,
  startGeneration,
  taskPortsOf,
  timetableTask,
  timetableTasks,
} from './task-ports'

const DAY_MS = 86_400_000

export interface ServerDeps {
  config: Config
  secrets: Secrets
  database: OpenDatabase
  now: () => Date
  /** Null stores mail and does not send it. */
  mailer?: Mailer | null
  /** Provider of payments by links; none by default. */
  provider?: PaymentProvider | null
  /** Users of the demo that the sign-in page offers; none outside the demo. */
  demoPeople?: readonly DemoPerson[] | undefined
  /** Called for a background failure, with the record, job or calls that it is about. */
  onFault: (sentence: string, error: unknown, about?: { record?: string; job?: object; entries?: number }) => void
}

interface WiredFeature {
  routes: (app: FastifyInstance) => void | Promise<void>
  jobs: JobHandlers
  followers: Readonly<Record<string, Follower>>
  followerInOrder: FollowerInOrder | undefined
  sweeps: Readonly<Record<string, Sweep>>
}

const wire = <Deps>({ routes, jobs, followers, followerInOrder, sweeps }: Feature<Deps>, deps: Deps): WiredFeature => ({
  routes: (app) => routes?.(app, deps),
  jobs: jobs?.(deps) ?? {},
  followers: followers?.(deps) ?? {},
  followerInOrder: followerInOrder?.(deps),
  sweeps: sweeps?.(deps) ?? {},
})

/** Merges what features contribute by name. @throws Error where two share a name: one of them would never be done */
export function joined<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part))
  const all = Object.fromEntries(entries)
  const lost = entries.find(([name, value]) => all[name] !== value)
  if (lost) throw new Error(`Two features share the name "${lost[0]}".`)
  return all
}

export type Server = ReturnType<typeof composeServer>

/** Creates the stores once, passes each feature its dependencies, and combines what the features contribute. */
export function composeServer({
  config,
  secrets,
  database,
  now,
  mailer = null,
  provider = null,
  demoPeople = [],
  onFault,
}: ServerDeps) {
  const { db } = database
  const signals = new SignalReceiver(database)
  const totals = new TotalCache(now)
  const { all, storeOf } = openStores(db, totals)
  const [reservations, journeys, customers] = [storeOf('reservations'), storeOf('journeys'), storeOf('customers')]

  const { ticket_key: ticketKey, webhook_key: webhookKey } = secrets
  const accounts = accountSecrets(secrets.account_key)
  const secondFactors = createStaffFactors(db, accounts)
  const memberFactors = createMemberFactors(db, accounts)
  const sessions = createSessions(db, secrets.access_token_key, secondFactors, () =>
    removeFirstAdminFile(config.dataDir),
  )
  const partnerSessions = createPartnerSessions(db, memberFactors)
  const { confirmPassword } = partnerSessions
  const recorder = createRecorder(db, (error, entries) => onFault('partner calls not written', error, { entries }))

  const origin = ownOrigin(config)
  const { publicUrl } = config
  const sends = config.smtp !== null
  const links = { secrets: accounts, sendLink: sends ? sendLinkMail : null, origin }
  const outbox = webhookOutbox(now)
  const partnerPorts = partnerPortsOf({ db, reservations, ticketKey })
  const mailPorts = mailPortsOf(reservations, ticketKey, accounts)
  const parties = partiesOf(reservations, PARTY_GRANTS)
  const passedOver = (error: unknown, record: string) => onFault('the sweep passed a record over', error, { record })
  const noBackup = (error: unknown, id: string) => onFault('a job was given up', error, { job: { id, kind: 'backup' } })
  const maker = { db, vault: { folder: config.backupDir, key: secrets.backup_key } }
  const longTasks = {
    timetable: timetableTask(db, () => totals.forgetAll()),
    backup: backupTask(maker, noBackup),
    export: exportTask({ db, storeOf }),
  }

  const features = [
    wire(authFeature, { db, sessions, secondFactors, ...links, overTls: publicUrl?.startsWith('https:') ?? false }),
    wire(partnerAuthFeature, { db, sessions: partnerSessions, secondFactors: memberFactors }),
    wire(partnerAccessFeature, { db, ...links, confirmPassword, resetSecondFactor: memberFactors.reset }),
    wire(partnerLogFeature, { db, recorder }),
    wire(demoFeature, { people: demoPeople }),
    wire(dashboardFeature, { db, count: async (resource, filter, role) => storeOf(resource).count(filter, role) }),
    wire(taskFeature, { db, storeOf, now, ports: taskPortsOf(storeOf), longTasks }),
    wire(exportFeature, { db, storeOf, tasks: exportTasks }),
    wire(networkMapFeature, { db, tiles: config.mapTiles }),
    wire(journeyFeature, { db, store: journeys, parties, now, publicUrl, startGeneration }),
    wire(reservationFeature, {
      db,
      store: reservations,
      ticketKey,
      now,
      previewMail: (tx, entry, reservation) => previewMail(tx, mailPorts, entry, reservation),
    }),
    wire(paymentFeature, {
      db,
      reservations,
      payments: storeOf('payments'),
      now,
      service: provider,
      provider: provider?.name ?? null,
      amountStep: provider?.amountStep ?? (() => 1),
      origin,
      tokenOf: accounts.paymentToken,
      mailLink: (tx, mail) => sendPaymentMail(tx, mail, { origin, sends }),
      rides: ridesOf,
    }),
    wire(tillFeature, { db, tills: storeOf('tills') }),
    wire(mailFeature, { db, store: storeOf('mails'), ports: mailPorts, mailer, sends, now }),
    wire(customerFeature, {
      db,
      store: customers,
      now,
      onError: passedOver,
      completeHistory: (reader, entries) => reservations.completeHistory(reader, entries),
    }),
    wire(savedViewFeature, { db }),
    wire(searchFeature, { db }),
    wire(quoteFeature, { db, now }),
    wire(departureFeature, { db }),
    wire(stationFeature, { db }),
    wire(partnerSalesFeature, { db, ports: partnerPorts }),
    wire(partnerSettlementFeature, { db }),
    wire(octoFeature, { db, ports: octoPortsOf(partnerPorts), origin, website: publicUrl }),
    wire(partnerWebhookFeature, { db, key: webhookKey, targets: config.webhookTargets, outbox }),
    wire(partnerSandboxFeature, {
      db,
      ports: sandboxPortsOf(reservations, outbox),
      now,
      flushCalls: recorder.flush,
    }),
    wire(companyFeature, { db }),
    wire(backupFeature, { ...maker, tasks: backupTasks, now, isScheduled: !config.demo, onError: noBackup }),
    wire(fareFeature, { db, store: storeOf('fares') }),
    wire(partnerFeature, { db }),
    wire(reassignmentFeature, { db, store: journeys, ports: reassignmentPortsOf(storeOf, parties) }),
    wire(dispatchFeature, { db, store: journeys, ports: dispatchPortsOf(journeys) }),
    wire(timetableFeature, { db, now, origin, tasks: timetableTasks }),
    wire(notificationFeature, { db, signals, now, activeSessions: sessions.activeSessions(now) }),
  ]

  /**
   * Jobs that only time triggers: holds expire, journeys end, free seats are offered to the waiting list, and data past its
   * retention time is deleted.
   */
  const sweepJobs = (): JobHandlers => {
    const run = async (sweep: Sweep) => {
      const at = now()
      const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
      await sweep({ now: at, before, company: await readCompany(db) })
    }
    const sweeps = joined<Sweep>([
      { answers: () => sweepAnswers(db, now()) },
      ...features.map((feature) => feature.sweeps),
    ])
    return Object.fromEntries(
      Object.entries(sweeps).map(([name, sweep]) => [
        `sweep.${name}`,
        { everyS: SWEEP_EVERY_S, run: () => run(sweep) },
      ]),
    )
  }

  const followed = (): JobHandlers => {
    const followers = joined(features.map((feature) => feature.followers))
    const inOrder = features.find((feature) => feature.followerInOrder)?.followerInOrder
    return followJobs({ db, followers, inOrder, onError: (error, name) => onFault(`${name} could not follow`, error) })
  }

  const sent = (): JobHandlers => {
    const onError = (error: unknown) => onFault('a webhook was not sent', error)
    return webhookSending({ db, key: webhookKey, targets: config.webhookTargets, now, onError })
  }

  return {
    /** Readers of the tokens that identify the caller. */
    readers: { staff: sessions.tokenReaders(now, signals), partner: partnerReader(db) },
    /** Phone numbers that the database knows. */
    phones: {
      companyCountry: () => readCompanyCountry(db),
      isOfCustomer: (id, phone) => isPhoneOfCustomer(db, id, phone),
    } satisfies KnownPhones,
    /** Recorder of partner calls. */
    recorder,
    /** Registers all operations. */
    routes: async (app: FastifyInstance): Promise<void> => {
      followInOrder(db, { reservations: tripSnapshot, journeys: journeySnapshot })
      for (const store of all) resourceRoutes(app, store)
      for (const { routes } of features) await routes(app)
      const stopListening = await signals.open()
      app.addHook('onClose', async () => stopListening())
    },
    /** Workers of the jobs that committed transactions enqueue. */
    workers: createWorkers({
      db,
      handlers: joined([sweepJobs(), followed(), sent(), ...features.map(({ jobs }) => jobs)]),
      now,
      onError: (error, job) => onFault(job ? 'a job failed' : 'jobs could not be read', error, job && { job }),
    }),
  }
}
