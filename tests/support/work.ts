import type { Mailer } from '../../server/adapters/mailer'
import { composeServer, type Settings } from '../../server/wiring'
import type { Worker } from '../../server/jobs/worker'
import type { TestApi } from './api'

/** Does what committed transactions have left to be done. @returns what was given up */
export async function workOff(api: TestApi, mailer: Mailer | null = null): Promise<unknown[]> {
  const givenUp: unknown[] = []
  await workOf(api, mailer, (error) => void givenUp.push(error)).work()
  return givenUp
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
): (() => Promise<void>) =>
  serverOf(api, {
    config: { ...api.config, demo: !isBackedUp },
    now,
    onFault: (_, error, about) => onError(error, about?.record ?? ''),
  }).sweep

/** Another process beside the API, on the same database. */
const serverOf = (api: TestApi, settings: Pick<Settings, 'onFault'> & Partial<Settings>) =>
  composeServer({
    config: api.config,
    secrets: api.secrets,
    database: api.database,
    now: () => api.now,
    ...settings,
  })
