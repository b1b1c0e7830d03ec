import { once } from 'node:events'
import { createServer } from 'node:net'

const ATTEMPTS_MAX = 10
/** Messages of PostgreSQL, PgBouncer, Node.js and Wayline for a port that another process uses. */
const PORT_TAKEN = /address already in use|EADDRINUSE|listens on \S+ already/i

/** @returns {Promise<number>} a loopback port that is currently free */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  probe.close()
  await once(probe, 'close')
  return address.port
}

/**
 * Starts a server on a free port, and retries on another one if a different process takes the port first.
 * @template T
 * @param {(port: number) => Promise<T>} start rejects with an error that contains the server's output
 * @returns {Promise<T>} the result of `start`
 * @throws the error of `start` for any other reason, or after ten attempts
 */
export async function startOnFreePort(start) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await start(await freePort())
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !PORT_TAKEN.test(String(error))) throw error
    }
}
