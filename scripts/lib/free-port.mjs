import { once } from 'node:events'
import { createServer } from 'node:net'

/** @returns {Promise<number>} a loopback port that nobody listens on right now */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  probe.close()
  await once(probe, 'close')
  return address.port
}
