import type { PartnerTripDetail } from '../../../../../contract/partner/trips'
import { LAPSED_HOLDS_WITHIN_H } from '../../../../../contract/core/limits/holds'
import { sentence, type Sentence } from '../../../../../contract/core/sentence'
import {
  abandonedJourneys,
  exceededBound,
  heldAddonsMax,
  heldAgainFrom,
  joinedJourneys,
  lapsesCountFrom,
  seatsTakenBy,
  takesMore,
  type HoldBounds,
  type OnHold,
} from '../../../../domain/reservations/hold-bounds'
import { utcText } from '../../../../domain/timetable/service-time'
import type { Db } from '../../../../db/database'
import { inTransaction, type Tx } from '../../../../db/transaction'
import type { Context } from '../../../../kernel/context'
import { Refusal } from '../../../../http/refusal'
import { announce, type AuditEntry } from '../../../../kernel/audit'
import { recordLapsedHolds } from '../../../../kernel/lapsed-holds'
import { ownerOf } from '../caller'
import { lapsesOf, lockHoldBounds, noteNotification, readOnHold } from '../repository/holds'

type Notified = Required<Pick<AuditEntry, 'action' | 'changes'>>

/** A refusal that notifies the operator. */
export class HoldBoundRefusal extends Refusal {
  constructor(
    code: 'hold_limit' | 'holds_repeated',
    detail: Sentence,
    readonly notified: Notified,
    retryAfterS?: number,
  ) {
    super(code, detail, { errors: [{ pointer: '', code, detail }], ...(retryAfterS !== undefined && { retryAfterS }) })
  }
}

/**
 * Refuses a trip that exceeds the bounds of its partner in this transaction, and records the departures that it released
 * without a sale. The partner's record is locked after the reservation and its seats, in the same order as its credit, so
 * that of two concurrent calls the later one counts the holds of the other.
 * @throws HoldBoundRefusal hold_limit, holds_repeated
 */
export async function followHold(
  tx: Tx,
  before: PartnerTripDetail | null,
  after: PartnerTripDetail,
  context: Context,
): Promise<void> {
  if (takesMore(before, after)) {
    const bounds = await lockHoldBounds(tx, ownerOf(context).partnerId)
    await refuseBeyondBounds(tx, before, after, bounds, context)
    await refuseRepeated(tx, joinedJourneys(before, after), bounds, context)
  }
  const abandoned = before === null ? [] : abandonedJourneys(before, after)
  await recordLapsedHolds(
    tx,
    abandoned.map((journey_id) => ({ id: after.id, journey_id })),
    context.now(),
  )
}

async function refuseBeyondBounds(
  tx: Tx,
  before: PartnerTripDetail | null,
  after: PartnerTripDetail,
  bounds: HoldBounds,
  context: Context,
): Promise<void> {
  const owner = ownerOf(context)
  const onHold = await readOnHold(tx, owner, context.now())
  const exceeded = exceededBound(onHold, bounds)
  if (exceeded === null) return
  const others = await readOnHold(tx, owner, context.now(), after.id)
  const held =
    before === null ? others : { seats: others.seats + seatsTakenBy(before), holds: others.holds + 1, addon: null }
  const allowed = { seats: bounds.held_seats_max, holds: bounds.holds_max }
  const fact =
    exceeded === 'addon' && onHold.addon
      ? sentence`You have ${inWords(held)} on hold; with this it would be ${onHold.addon.pieces} of ${onHold.addon.code}. Your contract allows ${heldAddonsMax(bounds)} of an add-on at once.`
      : sentence`You have ${inWords(held)} on hold; with this it would be ${inWords(onHold)}. Your contract allows ${inWords(allowed)} at once.`
  throw new HoldBoundRefusal(
    'hold_limit',
    sentence`${fact} Confirm or cancel a hold, wait until one expires, or ask the operator for more.`,
    {
      action: 'partners.hold_limit_reached',
      changes: [
        { field: 'held_seats', old: bounds.held_seats_max, new: held.seats },
        { field: 'holds', old: bounds.holds_max, new: held.holds },
      ],
    },
  )
}

/** @throws HoldBoundRefusal for the departure that can be held again last */
async function refuseRepeated(
  tx: Tx,
  journeyIds: readonly string[],
  bounds: HoldBounds,
  context: Context,
): Promise<void> {
  if (journeyIds.length === 0) return
  const now = context.now()
  const refused = (await lapsesOf(tx, ownerOf(context), journeyIds, lapsesCountFrom(now)))
    .flatMap(({ code, at }) => {
      const from = heldAgainFrom(at, bounds)
      return from ? [{ code, lapses: at.length, from }] : []
    })
    .toSorted((a, b) => b.from.getTime() - a.from.getTime())[0]
  if (!refused) return
  const { code, lapses, from } = refused
  throw new HoldBoundRefusal(
    'holds_repeated',
    sentence`${lapses} of your holds of ${code} expired or were released within ${LAPSED_HOLDS_WITHIN_H} hours, and your contract allows ${bounds.lapsed_holds_max}. Confirm it without a hold, choose another departure, wait until ${utcText(from.getTime())}, or ask the operator for more.`,
    {
      action: 'partners.holds_repeated',
      changes: [
        { field: 'journey', old: null, new: code },
        { field: 'holds', old: bounds.lapsed_holds_max, new: lapses },
      ],
    },
    Math.ceil((from.getTime() - now.getTime()) / 1000),
  )
}

/**
 * Notifies the operator that a partner has reached a bound, at most once per partner and hour and never for test calls. Uses
 * a separate transaction, because that of the refused call is rolled back.
 */
export async function notifyOfBound(db: Db, { notified }: HoldBoundRefusal, context: Context): Promise<void> {
  const { partnerId, environment } = ownerOf(context)
  if (environment === 'test') return
  await inTransaction(db, async (tx) => {
    const name = await noteNotification(tx, partnerId, context.now())
    if (name === undefined) return
    const entity = { type: 'partners', id: partnerId, label: name }
    announce(tx, { kind: 'system', id: null, name: 'hold bounds' }, { ...notified, entity })
  })
}

const inWords = ({ seats, holds }: Pick<OnHold, 'seats' | 'holds'>): Sentence =>
  sentence`${seats === 1 ? sentence`1 seat` : sentence`${seats} seats`} in ${holds === 1 ? sentence`1 hold` : sentence`${holds} holds`}`
