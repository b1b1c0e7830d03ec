import pg from 'pg'
import { PARSERS } from './type-parsers'

const RECONNECT_MS = 300

export function openPool(connectionString: string, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: '-c timezone=UTC -c lock_timeout=3s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s',
    types: {
      getTypeParser: (oid, format) =>
        PARSERS[oid] ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  })
  // Without a listener a restart of the database would end this process.
  pool.on('error', onError)
  return pool
}

/**
 * A connection of its own that listens and comes back by itself. What is said while it is away is lost:
 * whoever listens re-reads its table when `onReconnect` is called.
 */
export async function listenOn(
  connectionString: string,
  channel: string,
  heard: (payload: string) => void,
  onReconnect: () => void,
): Promise<() => Promise<void>> {
  let closed = false
  let client: pg.Client | null = null

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString })
    next.on('notification', (message) => heard(message.payload ?? ''))
    next.on('error', () => undefined)
    next.on('end', () => void retry())
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
  }
  const retry = async (): Promise<void> => {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      try {
        await connect()
        onReconnect()
        return
      } catch {
        continue
      }
    }
  }

  await connect()
  return async () => {
    closed = true
    await client?.end()
  }
}
