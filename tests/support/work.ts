import type { Mailer } from '../../server/adapters/mailer'
import { createSweep } from '../../server/wiring/sweep'
import { createWork } from '../../server/wiring/work'
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
  const { ticket_key: ticketKey, account_key: accountKey, backup_key: key } = api.secrets
  const vault = { folder: api.config.backupDir, key }
  return createWork({ db: api.db, mailer, ticketKey, accountKey, vault, now: () => api.now, onError })
}

/** What time brings about, at the clock of the API unless another one is given. */
export const sweepOf = (
  api: TestApi,
  now = () => api.now,
  onError: (error: unknown, recordId: string) => void = (error) => {
    throw error
  },
  isBackedUp = false,
): (() => Promise<void>) => createSweep({ db: api.db, now, isBackedUp, onError })
