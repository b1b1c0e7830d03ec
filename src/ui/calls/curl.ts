import type { ApiLogDetail } from '../../../contract/partner/logs'

/** Headers that a program's own client sets, or that are told otherwise. */
const LEFT_OUT = new Set(['authorization', 'host', 'content-length', 'connection', 'accept-encoding', 'user-agent'])

/** A shell puts the value of `$NAME` between double quotes alone. */
const quoted = (text: string, fillsIn: boolean) =>
  fillsIn && /\$[A-Z]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", `'\\''`)}'`

interface Request {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | null
  /** Whether the shell is to put in the values of variables such as `$TRIP`. */
  fillsIn?: boolean
}

/** A request as a command for a shell; the key comes from the variable `WAYLINE_KEY`, so that none is ever copied. */
export function curlOf({ method, url, headers = {}, body, fillsIn = false }: Request): string {
  const parts = [`curl -X ${method} ${quoted(url, fillsIn)}`, `-H "Authorization: Token $WAYLINE_KEY"`]
  for (const [name, value] of Object.entries(headers))
    if (!LEFT_OUT.has(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`, fillsIn)}`)
  if (body) parts.push(`-d ${quoted(body, fillsIn)}`)
  return parts.join(' \\\n  ')
}

/** A call of the log as a command that makes it again. @param origin of the server, without a slash at the end */
export const curlOfCall = (call: ApiLogDetail, origin: string): string =>
  curlOf({
    method: call.method,
    url: `${origin}${call.path}${call.query === '' ? '' : `?${call.query.replace(/^\?/, '')}`}`,
    headers: call.request_headers,
    body: call.request_body,
  })
