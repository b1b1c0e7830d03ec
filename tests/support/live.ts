import type { IncomingMessage } from 'node:http'
import { uuidv7 } from 'uuidv7'
import { WebSocket, type ClientOptions } from 'ws'
import { LiveServerMessage } from '../../contract/operations/live'
import type { Role } from '../../contract/core/vocabulary'
import type { Language } from '../../contract/core/languages'
import { signAccess } from '../../server/adapters/access-tokens'
import type { TestApi } from './api'

export interface SignedIn {
  userId: string
  sessionId: string
  token: string
}

const QUIET = {
  muted_types: [],
  station_ids: [],
  sound: false,
  browser: false,
  quiet_from: null,
  quiet_until: null,
}

/** Creates a user with a session and its access token. */
export async function signIn(
  api: TestApi,
  {
    locale = 'en',
    role = 'agent',
    stations = [],
    mustChangePassword = false,
    followsAll = false,
  }: {
    locale?: Language
    role?: Role
    stations?: string[]
    mustChangePassword?: boolean
    /** Follows all events that the role may follow, not only those that need this user's action. */
    followsAll?: boolean
  } = {},
): Promise<SignedIn> {
  const [userId, sessionId] = [uuidv7(), uuidv7()]
  const username = `live-${userId.slice(-8)}`
  await api.db
    .insertInto('users')
    .values({
      id: userId,
      username,
      email: `${username}@example.com`,
      role,
      station_scope: stations,
      status: 'active',
      is_staff: true,
      must_change_password: mustChangePassword,
      locale,
    })
    .execute()
  if (followsAll)
    await api.db
      .insertInto('notification_preferences')
      .values({ ...QUIET, user_id: userId, scope: 'all' })
      .execute()
  const expires = new Date(api.now.getTime() + 86_400_000).toISOString()
  await api.db.insertInto('auth_sessions').values({ id: sessionId, user_id: userId, expires_at: expires }).execute()
  return { userId, sessionId, token: await signAccess(api.secrets.access_token_key, { userId, sessionId }, api.now) }
}

/** Creates notifications one minute apart, the last one a minute before the API's clock. @returns ids, newest first */
export async function notify(api: TestApi, userId: string, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    user_id: userId,
    title: `Message ${index}`,
    message: 'The 08:30 to Granada runs late.',
    notification_type: 'warning' as const,
    is_read: false,
    read_at: null,
    action_url: null,
    entity_type: null,
    entity_id: null,
    created_at: new Date(api.now.getTime() - (index + 1) * 60_000).toISOString(),
  }))
  await api.db.insertInto('notifications').values(rows).execute()
  return rows.map(({ id }) => id)
}

class Refused extends Error {
  constructor(readonly response: IncomingMessage) {
    super(`The handshake was refused with ${response.statusCode}.`)
  }
}

/** A client of the live connection. */
export class LiveClient {
  readonly #arrived: LiveServerMessage[] = []
  readonly #waiting: ((message: LiveServerMessage) => void)[] = []
  /** The code that the connection closed with. */
  readonly closed: Promise<number>

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('message', (data: Buffer) => {
      const message = LiveServerMessage.parse(JSON.parse(data.toString()))
      const taker = this.#waiting.shift()
      if (taker) taker(message)
      else this.#arrived.push(message)
    })
  }

  /** @throws Refused when the handshake is refused. */
  static open(address: string, options: ClientOptions = {}): Promise<LiveClient> {
    const socket = new WebSocket(address, options)
    const client = new LiveClient(socket)
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(client))
      socket.on('error', reject)
      socket.on('unexpected-response', (_, response) => reject(new Refused(response)))
    })
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Returns the next message of a type; messages before it are skipped. */
  async nextOf<T extends LiveServerMessage['type']>(type: T): Promise<Extract<LiveServerMessage, { type: T }>> {
    const message = await this.next()
    return message.type === type ? (message as Extract<LiveServerMessage, { type: T }>) : this.nextOf(type)
  }

  /** Returns the next unread message. */
  next(): Promise<LiveServerMessage> {
    const message = this.#arrived.shift()
    return message ? Promise.resolve(message) : new Promise((resolve) => this.#waiting.push(resolve))
  }

  async ask(message: unknown): Promise<LiveServerMessage> {
    this.say(message)
    return this.next()
  }
}

/** Returns how a handshake was refused. @throws if it was accepted. */
export async function refusal(address: string, options: ClientOptions = {}): Promise<{ status: number; code: string }> {
  const outcome: unknown = await LiveClient.open(address, options).catch((error: unknown) => error)
  if (!(outcome instanceof Refused)) throw new Error('The handshake was not refused.', { cause: outcome })
  const { response } = outcome
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode ?? 0, code: (JSON.parse(text) as { code: string }).code }
}
