import type { TripEvent } from '../../../../../contract/partner/trips'
import { sentence } from '../../../../../contract/core/sentence'
import { PUBLISHED_FIELDS } from '../../../../domain/webhooks/public-fields'
import { Refusal } from '../../../../http/refusal'
import type { historyOf } from '../repository/trips'

const PREFIX = 'reservations.'
/** Entries before a hand-over belong to the previous owner of the trip. */
const HANDED_OVER = `${PREFIX}handed_over`
/** Internal steps of the operator, shown only when they change a field that is visible to partners. */
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

type HistoryEntry = Pick<
  Awaited<ReturnType<typeof historyOf>>[number],
  'at' | 'action' | 'actor_kind' | 'reason' | 'changes'
>

/** Returns the history of a trip for a partner, without internal steps and names of people. */
export function eventsOf(history: readonly HistoryEntry[]): TripEvent[] {
  const since = history.findLastIndex(({ action }) => action === HANDED_OVER)
  return history.slice(since + 1).flatMap(({ at, action, actor_kind, reason, changes }) => {
    const visible = (changes ?? []).filter(({ field }) => PUBLISHED_FIELDS.includes(field))
    const type = action.replace(PREFIX, '')
    if (visible.length === 0 && OWN.includes(type)) return []
    return [{ at, type, by: BY[actor_kind], reason, changes: visible }]
  })
}

/** Runs a use case of staff, and removes the operator's internal data from its refusals. */
export async function sealed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? withoutOwn(error) : error
  }
}

/** Hides fares and manual prices, which are internal to the operator. */
const NO_FARE = sentence`No fare applies to part of this trip. Choose other stops.`

function withoutOwn({ code, detail, details }: Refusal): Refusal {
  const { errors, price, retryAfterS } = details
  return new Refusal(code, code === 'no_fare' ? NO_FARE : detail, {
    ...(errors && { errors: errors.map((error) => ({ ...error, pointer: pointerOf(error.pointer) })) }),
    ...(price && { price: { quoted: price.quoted && anonymous(price.quoted), current: anonymous(price.current) } }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}

/** Maps the pointer to the field's name in the partner API. */
const pointerOf = (pointer: string): string => (pointer === '/quoted_price_hash' ? '/price_hash' : pointer)

type Breakdown = NonNullable<Refusal['details']['price']>['current']

/** Returns a price without the rules behind it. */
const anonymous = (price: Breakdown): Breakdown => ({
  ...price,
  lines: price.lines.map((line) => ({ ...line, rule_id: null, rule_version: null })),
})
