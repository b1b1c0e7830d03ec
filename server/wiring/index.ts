import type { FastifyInstance } from 'fastify'
import { JOBS_KEPT_DAYS } from '../../contract/core/limits'
import { accountSecrets } from '../adapters/account-secrets'
import type { Mailer } from '../adapters/mailer'
import type { Config } from '../config/env'
import type { Secrets } from '../config/secrets'
import { sweepAnswers } from '../crud/idempotency'
import { resourceRoutes } from '../crud/resource-routes'
import { TotalCache } from '../crud/total-cache'
import type { OpenDatabase } from '../db/database'
import { registerBeforeCommit } from '../db/transaction'
import { removeFirstAdminFile } from '../features/auth/first-admin'
import { authFeature } from '../features/auth/routes'
import { createSecondFactors } from '../features/auth/second-factor'
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
import type { Feature, Sweep } from '../features/feature'
import { timetableFeature } from '../features/gtfs/routes'
import { journeyFeature } from '../features/journeys/routes'
import { sendLinkMail } from '../features/mails/link-mail'
import { mailFeature } from '../features/mails/routes'
import { networkMapFeature } from '../features/network-map/routes'
import { notificationFeature } from '../features/notifications/routes'
import { partnerAccessFeature } from '../features/partner/access/routes'
import { partnerReader } from '../features/partner/auth/reader'
import { partnerAuthFeature } from '../features/partner/auth/routes'
import { createPartnerSessions } from '../features/partner/auth/sessions'
import { createRecorder } from '../features/partner/logs/recorder'
import { partnerLogFeature } from '../features/partner/logs/routes'
import { octoFeature } from '../features/partner/octo/routes'
import { partnerSalesFeature } from '../features/partner/sales/routes'
import { partnerSandboxFeature } from '../features/partner/sandbox/routes'
import { partnerWebhookFeature } from '../features/partner/webhooks/routes'
import { partnerFeature } from '../features/partners/routes'
import { quoteFeature } from '../features/quotes/routes'
import { reassignmentFeature } from '../features/reassignment/routes'
import { partiesOf } from '../features/reservations/parties'
import { reservationFeature } from '../features/reservations/routes'
import { savedViewFeature } from '../features/saved-views/routes'
import { searchFeature } from '../features/search/routes'
import { taskFeature } from '../features/tasks/routes'
import { ownOrigin } from '../http/origin'
import { forgetDone } from '../jobs/queue'
import { createWorkers, type JobHandlers } from '../jobs/worker'
import { octoPortsOf, partnerPortsOf, sandboxPortsOf, webhookOutbox, webhookSender } from './partner-ports'
import { dispatchPortsOf, mailPortsOf, reassignmentPortsOf } from './staff-ports'
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

export interface Settings {
  config: Config
  secrets: Secrets
  database: OpenDatabase
  now: () => Date
  /** Null keeps the mail that is written. */
  mailer?: Mailer | null
  /** Whom one can sign in as in the demo; nobody where no demo runs. */
  demoPeople?: readonly DemoPerson[] | undefined
  /** Told what failed while the rest goes on, and for which record, job or calls. */
  onFault: (sentence: string, error: unknown, about?: { record?: string; job?: object; entries?: number }) => void
}

interface WiredFeature {
  routes: (app: FastifyInstance) => void | Promise<void>
  jobs: JobHandlers
  sweeps: readonly Sweep[]
}

const wire = <Needs>({ routes, jobs, sweeps }: Feature<Needs>, needs: Needs): WiredFeature => ({
  routes: (app) => routes?.(app, needs),
  jobs: jobs?.(needs) ?? {},
  sweeps: sweeps?.(needs) ?? [],
})

export type Server = ReturnType<typeof composeServer>

/** Makes the stores once, hands each feature what it needs, and puts together what they hand out. */
export function composeServer({ config, secrets, database, now, mailer = null, demoPeople = [], onFault }: Settings) {
  const { db } = database
  const totals = new TotalCache(now)
  const { all, storeOf } = openStores(db, totals)
  const [reservations, journeys, customers] = [storeOf('reservations'), storeOf('journeys'), storeOf('customers')]

  const { ticket_key: ticketKey, webhook_key: webhookKey } = secrets
  const accounts = accountSecrets(secrets.account_key)
  const secondFactors = createSecondFactors(db, accounts)
  const sessions = createSessions(db, secrets.access_token_key, secondFactors, () =>
    removeFirstAdminFile(config.dataDir),
  )
  const partnerSessions = createPartnerSessions(db)
  const { confirmPassword } = partnerSessions
  const recorder = createRecorder(db, (error, entries) => onFault('partner calls not written', error, { entries }))

  const origin = ownOrigin(config)
  const { publicUrl } = config
  const sends = config.smtp !== null
  const links = { secrets: accounts, sendLink: sends ? sendLinkMail : null, origin }
  const outbox = webhookOutbox(now)
  const partnerPorts = partnerPortsOf({ db, reservations, ticketKey })
  const mailPorts = mailPortsOf(reservations, ticketKey, accounts)
  const parties = partiesOf(reservations)
  const passedOver = (error: unknown, record: string) => onFault('the sweep passed a record over', error, { record })
  const noBackup = (error: unknown, id: string) => onFault('a job was given up', error, { job: { id, kind: 'backup' } })
  const maker = { db, vault: { folder: config.backupDir, key: secrets.backup_key } }
  const pieces = {
    timetable: timetableTask(db, () => totals.forgetAll()),
    backup: backupTask(maker, noBackup),
    export: exportTask({ db, storeOf }),
  }

  const features = [
    wire(authFeature, { db, sessions, secondFactors, ...links, overTls: publicUrl?.startsWith('https:') ?? false }),
    wire(partnerAuthFeature, { db, sessions: partnerSessions }),
    wire(partnerAccessFeature, { db, ...links, confirmPassword }),
    wire(partnerLogFeature, { db, recorder }),
    wire(demoFeature, { people: demoPeople }),
    wire(dashboardFeature, { db, count: async (resource, filter, role) => storeOf(resource).count(filter, role) }),
    wire(taskFeature, { db, storeOf, now, ports: taskPortsOf(storeOf), pieces }),
    wire(exportFeature, { db, storeOf, tasks: exportTasks }),
    wire(networkMapFeature, { db, tiles: config.mapTiles }),
    wire(journeyFeature, { db, store: journeys, parties, now, publicUrl, startGeneration }),
    wire(reservationFeature, { db, store: reservations, ticketKey, now }),
    wire(mailFeature, { db, store: storeOf('mails'), ports: mailPorts, mailer, sends, now }),
    wire(customerFeature, { db, store: customers, now, onError: passedOver }),
    wire(savedViewFeature, { db }),
    wire(searchFeature, { db }),
    wire(quoteFeature, { db, now }),
    wire(departureFeature, { db }),
    wire(partnerSalesFeature, { db, ports: partnerPorts }),
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
    wire(notificationFeature, { database, now, activeSessions: sessions.activeSessions(now) }),
  ]

  return {
    /** Who a call comes from. */
    readers: { staff: sessions.tokenReaders(now), partner: partnerReader(db) },
    /** Where the calls of partners are written down. */
    recorder,
    /** Serves every operation. */
    routes: async (app: FastifyInstance): Promise<void> => {
      registerBeforeCommit(db, outbox.settle)
      for (const store of all) resourceRoutes(app, store)
      for (const { routes } of features) await routes(app)
    },
    /** Does what committed transactions have left to be done. */
    workers: createWorkers({
      db,
      handlers: Object.assign({}, ...features.map(({ jobs }) => jobs)) as JobHandlers,
      now,
      onError: (error, job) => onFault(job ? 'a job was given up' : 'jobs could not be read', error, job && { job }),
    }),
    /** Sends what partners are told. */
    webhooks: webhookSender({
      db,
      key: webhookKey,
      targets: config.webhookTargets,
      now,
      onError: (error) => onFault('a webhook was not sent', error),
    }),
    /**
     * What time brings about though nobody asks: holds run out, journeys end, seats that came free are offered to those
     * who wait, and what has been kept for long enough is forgotten. Any number of processes may do it at once.
     */
    sweep: async (): Promise<void> => {
      const at = now()
      const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
      const round = { now: at, before, company: await readCompany(db) }
      for (const sweep of features.flatMap(({ sweeps }) => sweeps)) await sweep(round)
      await sweepAnswers(db, now)
      await forgetDone(db, before(JOBS_KEPT_DAYS))
    },
  }
}
