import type { TripEvent } from '../../../../../contract/partner/trips'
import { TOLD_FIELDS } from '../../../../domain/webhooks/public-fields'
import { Refusal } from '../../../../http/refusal'
import type { historyOf } from '../repository/trips'

const PREFIX = 'reservations.'
/** What was before belongs to whose trip it was then. */
const HANDED_OVER = `${PREFIX}handed_over`
/** Steps that are the operator's own unless they change what a partner sees. */
const OWN: readonly string[] = [
  'updated',
  'payment_recorded',
  'payment_reversed',
  'refund_asked',
  'refund_declined',
  'refunded',
  'written_off',
]
const BY = { user: 'operator', partner: 'partner', system: 'system' } as const

type Told = Pick<Awaited<ReturnType<typeof historyOf>>[number], 'at' | 'action' | 'actor_kind' | 'reason' | 'changes'>

/** The history of a trip in a partner's words: what concerns it, and nobody's name. */
export function eventsOf(history: readonly Told[]): TripEvent[] {
  const since = history.findLastIndex(({ action }) => action === HANDED_OVER)
  return history.slice(since + 1).flatMap(({ at, action, actor_kind, reason, changes }) => {
    const told = (changes ?? []).filter(({ field }) => TOLD_FIELDS.includes(field))
    const type = action.replace(PREFIX, '')
    if (told.length === 0 && OWN.includes(type)) return []
    return [{ at, type, by: BY[actor_kind], reason, changes: told }]
  })
}

/** Does what staff do too, and takes out of its refusals what is the operator's own. */
export async function sealed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? withoutOwn(error) : error
  }
}

/** Fares and prices set by hand are the operator's. */
const NO_FARE = 'No fare holds for part of this trip. Choose other stops.'

function withoutOwn({ code, detail, details }: Refusal): Refusal {
  const { errors, price, retryAfterS } = details
  return new Refusal(code, code === 'no_fare' ? NO_FARE : detail, {
    ...(errors && { errors: errors.map((error) => ({ ...error, pointer: pointerOf(error.pointer) })) }),
    ...(price && { price: { quoted: price.quoted && anonymous(price.quoted), current: anonymous(price.current) } }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}

/** Partners know the hash of a quote by the name that it has there. */
const pointerOf = (pointer: string): string => (pointer === '/quoted_price_hash' ? '/price_hash' : pointer)

type Breakdown = NonNullable<Refusal['details']['price']>['current']

/** A price without the rules that made it. */
const anonymous = (price: Breakdown): Breakdown => ({
  ...price,
  lines: price.lines.map((line) => ({ ...line, rule_id: null, rule_version: null })),
})
