import autocannon, { type Request } from 'autocannon'
import { cpuMs, cpuSince } from './cpu'
import { sessionsOf, settled } from './database'
import type { Side } from './sides'

export interface Measure {
  /** Responses per second. */
  rate: number
  /** Milliseconds. */
  p99: number
  /** Processor time per response of the server process and of its database sessions, in milliseconds. */
  serverMs: number
  databaseMs: number
}

export const CONNECTIONS = 20

/** Position in each list of requests, so that the next round continues with other requests. */
const positions = new Map<readonly Request[], number>()

/**
 * Sends requests for `seconds` on 20 connections, each taking the next of the list.
 * @param requests the same array in every round, so that each round continues where the previous one stopped
 * @throws when a response is an error
 */
export async function load(side: Side, requests: readonly Request[], seconds: number): Promise<Measure> {
  const { url, pid, said } = side.server
  const setupRequest = (defaults: Request): Request => {
    const position = positions.get(requests) ?? 0
    positions.set(requests, (position + 1) % requests.length)
    const request = requests[position]
    return { ...defaults, ...request, headers: { ...side.headers, ...request?.headers } }
  }
  await settled(side.databaseUrl)
  const sessionsBefore = cpuMs(await sessionsOf(side.databaseUrl))
  const serverBefore = cpuMs([pid])
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests: [{ setupRequest }] })
  const serverUsed = cpuSince(serverBefore, cpuMs([pid]))
  const databaseUsed = cpuSince(sessionsBefore, cpuMs(await sessionsOf(side.databaseUrl)))
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(
      `${side.name}: ${result.errors} errors, ${result.timeouts} timeouts, ${result.non2xx} refusals.\n${said()}`,
    )
  const { total } = result.requests
  return {
    rate: total / result.duration,
    p99: result.latency.p99,
    serverMs: serverUsed / total,
    databaseMs: databaseUsed / total,
  }
}
