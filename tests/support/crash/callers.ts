import type { Answer, Client, Json } from '../api'
import { adults, ride } from '../booking'

/** The statuses that bookings pass through, used in turn: sold at once, held then sold, sold then cancelled. */
const WAYS = [['confirmed'], ['on_hold', 'confirmed'], ['confirmed', 'cancelled']] as const
const STEPS = {
  on_hold: { verb: 'hold', body: {} },
  confirmed: { verb: 'confirm', body: {} },
  cancelled: { verb: 'cancel', body: { reason: 'Crash' } },
} as const

export type Status = keyof typeof STEPS

/** A booking as known to its caller. */
export interface Booking {
  /** Lead name, unique per booking. */
  name: string
  journey: Json
  id: string | null
  /** The last status that the server confirmed; null before its first response. */
  confirmedStatus: Status | null
  /** The status that was requested without a response so far. */
  open: Status | null
}

/** A server that can stop at any moment, as seen by its callers. */
export interface Line {
  client: () => Pick<Client, 'post'>
  isAlive: () => boolean
  /** Called for each successful response. */
  received: () => void
}

/** Books, holds, confirms and cancels without pause until the server is dead; each request is sent twice at once. */
export async function callUntilDead(line: Line, next: () => { name: string; journey: Json }): Promise<Booking[]> {
  const bookings: Booking[] = []
  while (line.isAlive()) {
    const booking: Booking = { ...next(), id: null, confirmedStatus: null, open: null }
    const way = WAYS[bookings.length % WAYS.length] ?? WAYS[0]
    bookings.push(booking)
    for (const status of way) if (line.isAlive() && booking.open === null) await ask(line, booking, status)
  }
  return bookings
}

/** Retries an unanswered request with the same key. */
export async function askAgain(line: Line, booking: Booking): Promise<void> {
  if (booking.open !== null) await ask(line, booking, booking.open)
}

async function ask({ client, received }: Line, booking: Booking, status: Status): Promise<void> {
  booking.open = status
  const answers = await Promise.allSettled([send(client(), booking, status), send(client(), booking, status)])
  const whole = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const good = whole.filter((answer) => answer.status < 300)
  const other = whole.filter(({ status: code, body }) => code >= 300 && body['code'] !== 'idempotency_in_progress')
  if (other.length > 0) throw new Error(`${booking.name} ${status}: ${other.map(inWords).join(' | ')}`)
  if (good.length === 2 && inWords(good[0] as Answer) !== inWords(good[1] as Answer))
    throw new Error(`${booking.name} ${status} was answered in two ways: ${good.map(inWords).join(' | ')}`)
  const [answer] = good
  if (!answer) return
  booking.id = String(answer.body['id'])
  booking.confirmedStatus = status
  booking.open = null
  received()
}

const inWords = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`

function send(client: Pick<Client, 'post'>, { name, journey, id }: Booking, status: Status): Promise<Answer> {
  const extra = { headers: { 'idempotency-key': `${name} ${status}` }, ifMatch: '*' }
  const { verb, body } = STEPS[status]
  if (id !== null) return client.post(`/reservations/${id}/${verb}`, body, extra)
  return client.post('/reservations', { lead_name: name, status, legs: [ride(journey)], passengers: adults(2) }, extra)
}
