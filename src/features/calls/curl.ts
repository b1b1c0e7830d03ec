import type { ApiLogDetail } from '../../../contract/partner/logs'

/** Headers that an HTTP client sets itself, or that are passed separately. */
const LEFT_OUT = new Set(['authorization', 'host', 'content-length', 'connection', 'accept-encoding', 'user-agent'])

/** A shell expands `$NAME` only in double quotes. */
const quoted = (text: string, fillsIn: boolean) =>
  fillsIn && /\$[A-Z]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", `'\\''`)}'`

interface Request {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | null
  /** Whether the shell expands variables, e.g. `$TRIP`. */
  fillsIn?: boolean
}

/** Returns a request as a shell command; the key comes from the variable `WAYLINE_KEY`, so that none is ever copied. */
export function curlOf({ method, url, headers = {}, body, fillsIn = false }: Request): string {
  const parts = [`curl -X ${method} ${quoted(url, fillsIn)}`, `-H "Authorization: Token $WAYLINE_KEY"`]
  for (const [name, value] of Object.entries(headers))
    if (!LEFT_OUT.has(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`, fillsIn)}`)
  if (body) parts.push(`-d ${quoted(body, fillsIn)}`)
  return parts.join(' \\\n  ')
}

/** Returns a shell command that repeats a logged call. @param origin of the server, without a slash at the end */
export const curlOfCall = (call: ApiLogDetail, origin: string): string =>
  curlOf({
    method: call.method,
    url: `${origin}${call.path}${call.query === '' ? '' : `?${call.query.replace(/^\?/, '')}`}`,
    headers: call.request_headers,
    body: call.request_body,
  })
