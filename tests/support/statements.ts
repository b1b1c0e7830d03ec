import pg from 'pg'
import { vi } from 'vitest'
import { EmbeddedDatabase } from '../../server/db/embedded'

/** Returns the statements that either database receives during some work, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spies = [vi.spyOn(pg.Client.prototype, 'query'), vi.spyOn(EmbeddedDatabase.prototype, 'query')]
  await work()
  const asked = spies.flatMap((spy) => spy.mock.calls.map(([query]: unknown[]) => textOf(query)))
  for (const spy of spies) spy.mockRestore()
  return asked
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text).trim()
