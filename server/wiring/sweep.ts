import {
  EXPORT_FILE_KEPT_H,
  IMPORT_SHEET_KEPT_DAYS,
  JOBS_KEPT_DAYS,
  PLAN_KEPT_DAYS,
  TASKS_KEPT_DAYS,
  WEBHOOK_KEPT_DAYS,
} from '../../contract/core/limits'
import { sweepAnswers } from '../crud/idempotency'
import { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import { systemContext } from '../http/context'
import { forgetDone } from '../jobs/queue'
import { scheduleBackups } from '../features/backups/schedule'
import { tries } from '../features/auth/repository'
import { readCompany } from '../features/company/repository'
import { createRetention } from '../features/customers/retention'
import { foldFigures } from '../features/dashboard/repository'
import { sweepPlans } from '../features/dispatch/repository/plans'
import { forgetFeeds } from '../features/gtfs/repository/runs'
import { completeOverdue } from '../features/journeys/repository/sweep'
import { forgetContents } from '../features/mails/repository'
import { sweepEntries } from '../features/partner/logs/repository'
import { webhookOutbox } from './partner-messages'
import { sweepMocks } from '../features/partner/sandbox/repository/mocks'
import { createStage } from '../features/partner/sandbox/trips'
import { sweepDeliveries } from '../features/partner/webhooks/repository/deliveries'
import { forgetSecrets } from '../features/partner/webhooks/repository/endpoints'
import { sandboxPortsOf } from './sandbox-ports'
import { completeArrived, sweepHolds, sweepWaiting } from '../features/reservations/repository/sweep'
import { forgetFiles } from '../features/tasks/repository/files'
import { forgetSheets } from '../features/tasks/repository/sheets'
import { forgetTasks } from '../features/tasks/repository/tasks'
import { openStores } from './stores'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface SweepDependencies {
  db: Db
  now: () => Date
  /** Whether backups are made by themselves: what is made up has no need of them. */
  isBackedUp: boolean
  /** Told of what failed for one record while the sweep goes on with the others. */
  onError: (error: unknown, recordId: string) => void
}

/**
 * What time brings about though nobody asks: holds run out, journeys end, seats that came free are offered to those who
 * wait, and what has been kept for long enough is forgotten. Any number of processes may do it at once.
 */
export function createSweep({ db, now, isBackedUp, onError }: SweepDependencies): () => Promise<void> {
  const { storeOf } = openStores(db, new TotalCache(now))
  const [reservations, journeys] = [storeOf('reservations'), storeOf('journeys')]
  const outbox = webhookOutbox(now)
  const stage = createStage({ db, ports: sandboxPortsOf({ reservations, now }) })
  const eraseInactive = createRetention({ db, context: systemContext('retention', now), onError })
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  return async () => {
    await sweepHolds(db, systemContext('hold sweeper', now))
    await sweepWaiting(db, reservations, now)
    await completeOverdue(db, journeys, systemContext('journey sweeper', now))
    await completeArrived(db, reservations, systemContext('journey sweeper', now))
    await foldFigures(db)
    await sweepAnswers(db, now)
    await tries.sweepTries(db, now())
    const kept = await readCompany(db)
    await sweepEntries(db, before(kept.partner_log_kept_days))
    if (kept.mail_content_kept_days !== null) await forgetContents(db, before(kept.mail_content_kept_days))
    await forgetDone(db, before(JOBS_KEPT_DAYS))
    await forgetFeeds(db)
    await forgetFiles(db, new Date(now().getTime() - EXPORT_FILE_KEPT_H * HOUR_MS))
    await forgetSheets(db, before(IMPORT_SHEET_KEPT_DAYS))
    await forgetTasks(db, before(TASKS_KEPT_DAYS))
    await stage.settleDue(null, systemContext('rehearsal', now))
    await sweepMocks(db, before(1))
    await sweepPlans(db, before(PLAN_KEPT_DAYS))
    await outbox.tellOfKeys(db)
    await forgetSecrets(db, now())
    await sweepDeliveries(db, before(WEBHOOK_KEPT_DAYS))
    await eraseInactive(kept.customers_kept_months)
    if (isBackedUp) await scheduleBackups(db, systemContext('backup', now))
  }
}
