/** `postgres://user:password@` `host:5432,host:5432` `/wayline?…` */
const SEVERAL_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)\??(.*)$/
/** Words of libpq for a server that takes writes, and for any: of those, too, Wayline needs one that does. */
const WRITABLE = ['any', 'read-write', 'primary']

/**
 * The servers that a DATABASE_URL names, in its order, as one URL each. node-postgres knows one host in a URL; libpq's
 * way to name several is `postgres://user@a:5432,b:5432/wayline?target_session_attrs=read-write`.
 * @throws Error with the remedy
 */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', path = '', query = ''] = SEVERAL_HOSTS.exec(url) ?? []
  const settings = new URLSearchParams(query)
  const wanted = settings.get('target_session_attrs')
  if (wanted !== null && !WRITABLE.includes(wanted))
    throw new Error(
      `target_session_attrs=${wanted} asks for a server that takes no writes. Use read-write, or leave it out.`,
    )
  settings.delete('target_session_attrs')
  const rest = settings.size > 0 ? `${path}?${settings.toString()}` : path
  const servers = hosts.split(',').map((host) => `${start}${host}${rest}`)
  if (start === '' || !servers.every((server) => URL.canParse(server)))
    throw new Error('It must look like postgres://user:password@host:5432/wayline.')
  return servers
}

/** @returns `host:port` of one server's URL, for people */
export const placeOf = (server: string): string => {
  const { hostname, port, searchParams } = new URL(server)
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}`
}

/** @returns the remedy, null for a URL that leads to servers */
export function problemOfUrl(url: string): string | null {
  try {
    serversOf(url)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
