import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import { LIVE_MESSAGES_PER_MINUTE } from '../../../contract/core/limits/live'
import { LiveClientMessage, type LiveServerMessage, type OpenRecord } from '../../../contract/operations/live'
import { may } from '../../../contract/core/permissions'
import type { Language } from '../../../contract/core/languages'
import type { Role } from '../../../contract/core/vocabulary'
import { resourceName, sentence, type Text } from '../../../contract/core/sentence'
import type { Db } from '../../db/database'
import { answersTo } from './answers'
import { POLICY_CLOSE_CODE } from './live-connections'
import type { Presence } from './presence'
import { checkInput } from '../../http/check-input'
import { namedText } from '../../http/refusal'
import { translate } from '../../http/translate'

interface Deps {
  db: Db
  userId: string
  role: Role
  language: Language
  connectionId: string
  presence: Presence
  now: () => Date
  log: FastifyBaseLogger
}

const MINUTE_MS = 60_000
const NOT_JSON = sentence`A message must be JSON text such as {"type":"get_stats"}.`

/** Answers the messages of one client in order, and closes the connection above the rate limit. */
export function converse(socket: WebSocket, deps: Deps): void {
  const { db, userId, role, language, connectionId, presence, now, log } = deps
  const mayPass = perMinute(LIVE_MESSAGES_PER_MINUTE, now)
  let last = Promise.resolve()

  const send = (message: LiveServerMessage): void => socket.send(JSON.stringify(message))
  const refuse = (text: Text): void => send({ type: 'error', message: translate(text, language) ?? String(text) })

  function turnTo(record: OpenRecord | null): void {
    if (record === null) return presence.leave(connectionId)
    if (!may(role, 'show', record.resource)) {
      presence.leave(connectionId)
      return refuse(sentence`Your role may not see ${resourceName(record.resource)}.`)
    }
    presence.open({ connectionId, userId, record, send })
  }

  async function answer(text: string | null): Promise<void> {
    if (socket.readyState !== socket.OPEN) return
    const read = readMessage(text)
    if ('refusal' in read) return refuse(read.refusal)
    if (read.message.type === 'open_record') return turnTo(read.message.record)
    try {
      for (const message of await answersTo(read.message, { db, userId, connectionId, now: now() })) send(message)
    } catch (error) {
      log.error({ err: error, message_type: read.message.type }, 'live message failed')
      refuse(sentence`Something went wrong on our side. Try again.`)
    }
  }

  socket.on('close', () => presence.leave(connectionId))
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    if (!mayPass()) {
      refuse(sentence`More than ${LIVE_MESSAGES_PER_MINUTE} messages in a minute. Wait, then reconnect.`)
      socket.close(POLICY_CLOSE_CODE, 'Too many messages')
      return
    }
    const text = isBinary || !Buffer.isBuffer(data) ? null : data.toString()
    last = last.then(() => answer(text))
  })
}

function readMessage(text: string | null): { message: LiveClientMessage } | { refusal: Text } {
  const json = parseJson(text)
  if (json === undefined) return { refusal: NOT_JSON }
  const { data, issues } = checkInput(LiveClientMessage, json)
  if (issues === undefined) return { message: data }
  const [issue] = issues
  return { refusal: issue ? namedText(issue.path, issue.message, sentence`The message`) : NOT_JSON }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a rate limiter: each call counts, and is true while the current minute has room. */
function perMinute(most: number, now: () => Date): () => boolean {
  let since = now().getTime()
  let count = 0
  return () => {
    const at = now().getTime()
    if (at - since >= MINUTE_MS) [since, count] = [at, 0]
    count += 1
    return count <= most
  }
}
