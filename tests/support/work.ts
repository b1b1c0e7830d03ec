import { sql } from 'kysely'
import type { Mailer } from '../../server/adapters/mailer'
import { composeServer, type ServerDeps } from '../../server/wiring'
import type { Worker, Workers } from '../../server/jobs/worker'
import type { TestApi } from './api'

/** Runs the pending jobs of committed transactions. @returns the jobs that were given up */
export async function workOff(api: TestApi, mailer: Mailer | null = null): Promise<unknown[]> {
  const givenUp: unknown[] = []
  await workOf(api, mailer, (error) => void givenUp.push(error)).work()
  return givenUp
}

/** Sends all due webhooks of the events so far. @throws the failures */
export async function sendWebhooks(api: TestApi): Promise<void> {
  const failed: unknown[] = []
  await api.followed()
  await serverOf(api, { onFault: (_, error) => void failed.push(error) }).workers.call()
  if (failed.length > 0) throw failed[0]
}

/** Creates the workers of the API. */
export function workOf(
  api: TestApi,
  mailer: Mailer | null = null,
  onError: (error: unknown) => void = () => undefined,
): Worker {
  return serverOf(api, { mailer, onFault: (_, error) => onError(error) }).workers
}

/** Creates the sweep, on the clock of the API by default. */
export const sweepOf = (
  api: TestApi,
  now = () => api.now,
  onError: (error: unknown, recordId: string) => void = (error) => {
    throw error
  },
  isBackedUp = false,
): (() => Promise<void>) => {
  const { workers } = serverOf(api, {
    config: { ...api.config, demo: !isBackedUp },
    now,
    onFault: (_, error, about) => onError(error, about?.record ?? ''),
  })
  return () => sweepNow(api, workers)
}

/** Runs the periodic work of the workers, even if it was done recently. */
export async function sweepNow(api: TestApi, workers: Workers): Promise<void> {
  await sql`update jobs set run_at = '-infinity' where kind like 'sweep.%'`.execute(api.db)
  await workers.recur()
  await api.followed()
}

/** Creates another process on the database of the API. */
const serverOf = (api: TestApi, settings: Pick<ServerDeps, 'onFault'> & Partial<ServerDeps>) =>
  composeServer({
    config: api.config,
    secrets: api.secrets,
    database: api.database,
    now: () => api.now,
    ...settings,
  })
