import type { Answer, Client, Extra, Json } from '../api'
import type { Session } from '../e2e/api'
import { onceHeaders } from '../once'

/**
 * Returns a client of a server that did not sign it in itself: the sign-in was at an earlier life of the server, or at
 * another process on the same database.
 */
export function continueSession({ tokens }: Session, address: string): Pick<Client, 'get' | 'post'> {
  const call = async (method: 'GET' | 'POST', path: string, body: unknown, extra: Extra = {}): Promise<Answer> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.access}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && onceHeaders(path)),
        ...(extra.headers as Record<string, string> | undefined),
        ...(extra.ifMatch !== undefined && { 'if-match': String(extra.ifMatch) }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    const parsed = (text === '' ? {} : JSON.parse(text)) as Json | Json[]
    return {
      status: answer.status,
      body: Array.isArray(parsed) ? {} : parsed,
      rows: Array.isArray(parsed) ? parsed : [],
      headers: Object.fromEntries(answer.headers),
    }
  }
  return {
    get: (path, extra) => call('GET', path, undefined, extra),
    post: (path, body, extra) => call('POST', path, body, extra),
  }
}
