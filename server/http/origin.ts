import { isIP } from 'node:net'

interface Settings {
  publicUrl: string | null
  host: string
  port: number
}

/**
 * The origin of the links that are handed out and mailed: the address that people open, else the one that the server
 * listens on. Never what a caller says in `Host`: the link goes to somebody else.
 */
export function ownOrigin({ publicUrl, host, port }: Settings): string {
  if (publicUrl !== null) return new URL(publicUrl).origin
  const name = isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${isEveryAddress(host) ? 'localhost' : name}:${port}`).origin
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'
