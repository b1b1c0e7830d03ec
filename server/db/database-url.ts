/** `postgres://user:password@` `host:5432,host:5432` `/wayline?…` */
const SEVERAL_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)\??(.*)$/
/** Values of libpq for a writable server, and for any server; Wayline always needs a writable one. */
const WRITABLE = ['any', 'read-write', 'primary']

/**
 * Returns the servers of a DATABASE_URL in its order, as one URL each, because node-postgres accepts one host per URL. The
 * syntax of libpq for several is `postgres://user@a:5432,b:5432/wayline?target_session_attrs=read-write`.
 * @throws Error with the remedy
 */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', path = '', query = ''] = SEVERAL_HOSTS.exec(url) ?? []
  const settings = new URLSearchParams(query)
  const wanted = settings.get('target_session_attrs')
  if (wanted !== null && !WRITABLE.includes(wanted))
    throw new Error(
      `target_session_attrs=${wanted} selects a server that accepts no writes. Use read-write, or leave it out.`,
    )
  settings.delete('target_session_attrs')
  const rest = settings.size > 0 ? `${path}?${settings.toString()}` : path
  const servers = hosts.split(',').map((host) => `${start}${host}${rest}`)
  if (start === '' || !servers.every((server) => URL.canParse(server)))
    throw new Error('It must look like postgres://user:password@host:5432/wayline.')
  return servers
}

/** Returns `host:port` of one server's URL, for messages. */
export const placeOf = (server: string): string => {
  const { hostname, port, searchParams } = new URL(server)
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}`
}

/** Returns the remedy for an invalid URL; null for a valid one. */
export function problemOfUrl(url: string): string | null {
  try {
    serversOf(url)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
