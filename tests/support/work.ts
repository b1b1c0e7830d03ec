import type { Mailer } from '../../server/adapters/mailer'
import { createWork } from '../../server/features/work'
import type { TestApi } from './api'

/** Does what committed transactions have left to be done. @returns what was given up */
export async function workOff(api: TestApi, mailer: Mailer | null = null): Promise<unknown[]> {
  const givenUp: unknown[] = []
  const { ticket_key: ticketKey, account_key: accountKey } = api.secrets
  const onError = (error: unknown) => void givenUp.push(error)
  await createWork({ db: api.db, mailer, ticketKey, accountKey, now: () => api.now, onError }).work()
  return givenUp
}
