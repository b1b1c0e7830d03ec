import pg from 'pg'
import type { LimitedQuery } from './postgres'
import type { ChannelListener } from './signals'
import { growingWaits, pause } from './waits'

/** An idle connection can be lost without an error, so it is checked at this interval. */
const ASK_EVERY_MS = 30_000
const ANSWER_LIMIT_MS = 5_000

/** Listens on a separate connection and reconnects after each loss. @returns a function that stops it */
export async function listenOn(
  connect: () => Promise<pg.Client>,
  channel: string,
  { received, lost, missed }: ChannelListener,
): Promise<() => Promise<void>> {
  let isOver = false
  let client = await listening()

  async function listening(): Promise<pg.Client> {
    const next = await connect()
    next.on('notification', (message) => received(message.payload ?? ''))
    try {
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void next.end()
      throw error
    }
    next.once('end', () => void comeBack())
    return next
  }

  async function comeBack(): Promise<void> {
    lost()
    for (const wait of growingWaits()) {
      if (isOver) return
      await pause(wait)
      if (isOver) return
      try {
        client = await listening()
        break
      } catch {
        // The next wait is longer.
      }
    }
    if (isOver) void client.end()
    else missed()
  }

  const asking = setInterval(() => {
    const asked = client
    const question: LimitedQuery = { text: 'select 1', query_timeout: ANSWER_LIMIT_MS }
    asked.query(question).catch(() => void asked.end())
  }, ASK_EVERY_MS)
  asking.unref()

  return async () => {
    isOver = true
    clearInterval(asking)
    await client.end()
  }
}
