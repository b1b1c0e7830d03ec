import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { admitsAddress, blockOf, NAMED_RANGES } from '../adapters/ip-ranges'

/**
 * Limits the open connections of each network that carry no signed-in call. Beyond the limit a new connection closes the oldest
 * idle one, or the oldest if none is idle. No new connection is refused, so a client that holds many cannot block others.
 * @param most 0 for no limit
 * @param proxies their connections carry the calls of many networks, and do not count
 */
export function limitConnections(app: FastifyInstance, most: number, proxies: readonly string[]): void {
  if (most === 0) return
  const trusted = proxies.flatMap((range) => NAMED_RANGES[range] ?? [range])
  /** By network, the oldest first. */
  const unknown = new Map<string, Set<Socket>>()
  const inCall = new WeakSet<Socket>()

  function forget(socket: Socket, network: string): void {
    const own = unknown.get(network)
    own?.delete(socket)
    if (own?.size === 0) unknown.delete(network)
  }

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || (trusted.length > 0 && admitsAddress(trusted, remoteAddress))) return
    const network = blockOf(remoteAddress)
    const own = unknown.get(network) ?? new Set()
    if (own.size >= most) {
      const [first] = own
      const oldest = [...own].find((each) => !inCall.has(each)) ?? first
      if (oldest) {
        forget(oldest, network)
        oldest.destroy()
      }
    }
    unknown.set(network, own.add(socket))
    socket.once('close', () => forget(socket, network))
  })

  app.addHook('onRequest', async ({ raw: { socket }, context }) => {
    inCall.add(socket)
    if (context.actor.id !== null && socket.remoteAddress !== undefined) forget(socket, blockOf(socket.remoteAddress))
  })
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    inCall.delete(socket)
  })
}
