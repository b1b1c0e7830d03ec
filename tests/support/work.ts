import { sql } from 'kysely'
import type { Mailer } from '../../server/adapters/mailer'
import { composeServer, type Settings } from '../../server/wiring'
import type { Worker, Workers } from '../../server/jobs/worker'
import type { TestApi } from './api'

/** Does what committed transactions have left to be done. @returns what was given up */
export async function workOff(api: TestApi, mailer: Mailer | null = null): Promise<unknown[]> {
  const givenUp: unknown[] = []
  await workOf(api, mailer, (error) => void givenUp.push(error)).work()
  return givenUp
}

/** Sends partners all that is due by now of what has happened so far. @throws what failed */
export async function sendWebhooks(api: TestApi): Promise<void> {
  const failed: unknown[] = []
  await api.followed()
  await serverOf(api, { onFault: (_, error) => void failed.push(error) }).workers.call()
  if (failed.length > 0) throw failed[0]
}

/** Who does it. */
export function workOf(
  api: TestApi,
  mailer: Mailer | null = null,
  onError: (error: unknown) => void = () => undefined,
): Worker {
  return serverOf(api, { mailer, onFault: (_, error) => onError(error) }).workers
}

/** What time brings about, at the clock of the API unless another one is given. */
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

/** Has them do what comes again and again, however short a time ago it was done last. */
export async function sweepNow(api: TestApi, workers: Workers): Promise<void> {
  await sql`update jobs set run_at = '-infinity' where kind like 'sweep.%'`.execute(api.db)
  await workers.recur()
  await api.followed()
}

/** Another process beside the API, on the same database. */
const serverOf = (api: TestApi, settings: Pick<Settings, 'onFault'> & Partial<Settings>) =>
  composeServer({
    config: api.config,
    secrets: api.secrets,
    database: api.database,
    now: () => api.now,
    ...settings,
  })
