import type { Answer, Client, Extra, Json } from '../api'
import { ADMINISTRATOR } from '../e2e-administrator'
import { onceHeaders } from '../once'

/** The session data that the browser stores. */
export interface Session {
  tokens: { access: string; refresh: string }
  user: Json
}

export interface Api extends Client {
  session: Session
}

/** Signs in over HTTP. @param baseURL address of the server under test */
export async function signIn(baseURL: string, username: string, password: string): Promise<Session> {
  const answer = await fetch(`${baseURL}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`)
  const { access, refresh, user } = (await answer.json()) as { access: string; refresh: string; user: Json }
  return { tokens: { access, refresh }, user }
}

/** Connects to the server under test, as its administrator by default. */
export async function connect(
  baseURL: string,
  { username, password }: { username: string; password: string } = ADMINISTRATOR,
): Promise<Api> {
  return continueSession(await signIn(baseURL, username, password), baseURL)
}

/** Returns a client with a session from before a restart, or from another process on the same database. */
export function continueSession(session: Session, baseURL: string): Api {
  const call = async (method: string, path: string, body?: unknown, extra: Extra = {}): Promise<Answer> => {
    const answer = await fetch(`${baseURL}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${session.tokens.access}`,
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
    session,
    get: (path, extra) => call('GET', path, undefined, extra),
    list: (resource, query = {}) => {
      const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      return call('GET', `/${resource}?${parts.join('&')}`)
    },
    post: (path, body, extra) => call('POST', path, body, extra),
    put: (path, body, extra) => call('PUT', path, body, extra),
    patch: (path, body, extra) => call('PATCH', path, body, extra),
    delete: (path, extra) => call('DELETE', path, undefined, extra),
  }
}
