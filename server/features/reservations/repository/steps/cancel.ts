import { sql } from 'kysely'
import type { Reservation } from '../../../../../contract/entities/reservation'
import { CANCEL_UNDO_MIN } from '../../../../../contract/limits'
import type { Step, Values } from '../../../../crud/store-options'
import { release } from '../../../../db/allocations'
import type { Reader, Tx } from '../../../../db/transaction'
import { cancellationFee, cancellationFeeLine, type CancellationTier } from '../../../../domain/pricing/cancellation'
import { priceOf } from '../../../../domain/pricing/price'
import { linesWithout, totalOf } from '../../../../domain/reservations/party'
import { paymentStatus } from '../../../../domain/reservations/payment'
import { SEATED, type PassengerStatus, type ReservationStatus } from '../../../../domain/reservations/status'
import type { Context } from '../../../../http/context'
import { refuseOverride } from '../../../../http/overrides'
import { invalid, wrongState } from '../../../../http/refusal'
import { aboardFor } from '../aboard'
import { refuseBeyondStock } from '../addon-stock'
import { changePassengers, markPassengers } from '../records'
import { reseat, moveSeats, takeSeats } from '../seats'
import { keepSnapshot, priceColumns, shareCommission } from '../snapshots'
import { allocateHire } from './hire'

const CANCELLABLE: readonly ReservationStatus[] = ['on_hold', 'pending', 'confirmed', 'checked_in']
const MINUTE_MS = 60_000

/** What a cancellation ended. */
interface Before {
  status: ReservationStatus
  passengers: PassengerStatus[]
  /** Of a hire. */
  vehicle_id: string | null
  driver_id: string | null
}

export interface Cancelling {
  reason: string
  /** Keeps nothing, whatever the policy says. */
  waive_fee: boolean
}

function refuseWaiving(wish: Cancelling, context: Context): void {
  if (wish.waive_fee) refuseOverride('waive_fee', context, 'Your role may not waive the fee. Ask a manager.')
}

/** Gives the seats back once; a second time changes nothing. The fee is that of the policy. */
export const cancelWhole =
  (wish: Cancelling, context: Context): Step =>
  async (tx, row) => {
    const current = row as unknown as Reservation
    if (current.status === 'cancelled') return null
    if (!CANCELLABLE.includes(current.status))
      throw wrongState([
        {
          path: 'status',
          message: `${current.reference} is ${current.status.replaceAll('_', ' ')} and can no longer be cancelled.`,
        },
      ])
    refuseWaiving(wish, context)
    if (current.kind === 'seat') await moveSeats(tx, current, current.status, 'cancelled')
    const values = await cancelledColumns(tx, current, wish, context)
    await changePassengers(tx, row.id, 'cancelled')
    return { action: 'cancelled', values, reason: wish.reason }
  }

/** The columns of a reservation that is cancelled now; a hire gives its vehicle and driver back. */
export async function cancelledColumns(
  tx: Tx,
  current: Reservation,
  { reason, waive_fee }: Cancelling,
  context: Context,
): Promise<Values> {
  const fee = waive_fee ? 0 : await keptOf(tx, current, context.now())
  if (current.kind === 'private_hire') await release(tx, 'hire', current.id)
  return {
    status: 'cancelled',
    cancel_reason: reason,
    hold_expires_at: null,
    cancelled_at: context.now().toISOString(),
    cancelled_from: JSON.stringify({
      status: current.status,
      passengers: current.passenger_statuses,
      vehicle_id: current.vehicle_id,
      driver_id: current.driver_id,
    } satisfies Before),
    cancellation_fee_minor: fee,
    vehicle_id: null,
    driver_id: null,
    payment_status: paymentStatus({
      status: 'cancelled',
      total: current.total_minor,
      paid: current.paid_minor,
      fee,
      before: current.payment_status,
    }),
  }
}

/** What is kept of an amount (minor units) that is cancelled now. Nothing is kept of what was never confirmed. */
async function feeOf(reader: Reader, { status, travel_at }: Reservation, amount: number, now: Date) {
  if (!SEATED.includes(status) || travel_at === null) return { fee: 0, tier: null }
  const { rows } = await sql<{ cancellation_policy: CancellationTier[] }>`
    select cancellation_policy from company`.execute(reader)
  const times = { departsAt: Date.parse(travel_at), at: now.getTime() }
  return cancellationFee(rows[0]?.cancellation_policy ?? [], { base: amount, ...times })
}

/** The fee of fare and refundable add-ons, and the other add-ons whole. */
async function keptOf(reader: Reader, current: Reservation, now: Date): Promise<number> {
  if (!SEATED.includes(current.status)) return 0
  const sold = current.price_lines.filter(({ kind }) => kind === 'addon')
  const fixed =
    sold.length === 0
      ? []
      : await nonRefundable(
          reader,
          sold.map(({ code }) => code),
        )
  const kept = totalOf(sold.filter(({ code }) => fixed.includes(code)))
  return kept + (await feeOf(reader, current, current.total_minor - kept, now)).fee
}

async function nonRefundable(reader: Reader, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from addons where not refundable and code = any(${codes}::text[])`.execute(reader)
  return rows.map(({ code }) => code)
}

/** @throws Refusal invalid_state after a quarter of an hour, or sold_out when the seats have gone. */
export const undoCancel =
  (reason: string, context: Context): Step =>
  async (tx, row) => {
    const current = row as unknown as Reservation
    refuseOverride('undo_cancellation', context, 'Your role may not take a cancellation back. Ask a manager.')
    const { rows } = await sql<{ from: Before | null }>`
      select cancelled_from as from from reservations where id = ${row.id}`.execute(tx)
    const before = rows[0]?.from
    if (current.status !== 'cancelled' || current.cancelled_at === null || !before)
      throw wrongState([{ path: 'status', message: `${current.reference} is not cancelled: nothing to take back.` }])
    if (context.now().getTime() - Date.parse(current.cancelled_at) > CANCEL_UNDO_MIN * MINUTE_MS)
      throw wrongState([
        { path: 'status', message: `It was cancelled more than ${CANCEL_UNDO_MIN} minutes ago: book again.` },
      ])
    // A hold would have run out meanwhile: who takes it back means it.
    const status = before.status === 'on_hold' ? 'confirmed' : before.status
    if (current.kind === 'seat' && SEATED.includes(status)) {
      await takeSeats(tx, current, null, status, context)
      await refuseSoldAddons(tx, current)
    }
    const marks = before.passengers.map((mark, index) => [index + 1, mark] as const)
    await markPassengers(tx, row.id, new Map(marks))
    if (status === 'confirmed') await changePassengers(tx, row.id, status)
    const { vehicle_id, driver_id } = before
    return {
      action: 'cancellation_undone',
      reason,
      settle: () => allocateHire(tx, { ...current, status, vehicle_id, driver_id }),
      values: {
        status,
        vehicle_id,
        driver_id,
        cancel_reason: null,
        cancelled_at: null,
        cancelled_from: null,
        cancellation_fee_minor: 0,
        payment_status: paymentStatus({
          status,
          total: current.total_minor,
          paid: current.paid_minor,
          before: current.payment_status === 'refunded' ? null : current.payment_status,
        }),
      },
    }
  }

/** What came back with the seats may have been sold again meanwhile. */
async function refuseSoldAddons(tx: Tx, current: Reservation): Promise<void> {
  if (current.addons.length === 0) return
  const wanted = current.addons.map(({ addon_id }) => addon_id)
  const { rows } = await sql<{ id: string; stock_per_journey: number | null }>`
    select id, stock_per_journey from addons where id = any(${wanted}::uuid[])`.execute(tx)
  const journeys = current.legs.map((leg) => leg.journey_id)
  await refuseBeyondStock(tx, current, journeys, rows)
}

/** Some stay at home; what they would have paid comes off, less the fee, as a new version of the price. */
export const cancelSome =
  (positions: readonly number[], wish: Cancelling, context: Context): Step =>
  async (tx, row) => {
    const current = row as unknown as Reservation
    const { passengers, passenger_statuses: statuses } = current
    if (current.kind !== 'seat' || !CANCELLABLE.includes(current.status))
      throw wrongState([{ path: 'status', message: `Nobody can be taken off ${current.reference} any more.` }])
    refuseWaiving(wish, context)
    const unknown = positions.findIndex((position) => position > passengers.length)
    if (unknown !== -1)
      throw invalid([{ path: `positions.${unknown}`, message: `There are ${passengers.length} passengers.` }])
    const leaving = positions.filter((position) => statuses[position - 1] !== 'cancelled')
    if (leaving.length === 0) return null
    const staying = passengers.filter((_, index) => statuses[index] !== 'cancelled' && !leaving.includes(index + 1))
    if (staying.length === 0)
      throw wrongState([{ path: 'positions', message: 'Nobody would be left: cancel the whole reservation.' }])
    const { legs, addons } = current
    const aboard = await aboardFor(tx, { legs, passengers: staying, addons })
    await reseat(tx, current, { legs, ...aboard }, context)
    const gone = leaving.map((position) => passengers[position - 1]?.category ?? 'adult')
    const lines = linesWithout(current.price_lines, gone)
    const base = current.total_minor - totalOf(lines)
    const { fee, tier } = await feeOf(tx, current, base, context.now())
    const charged = tier && fee > 0 && !wish.waive_fee ? [cancellationFeeLine(fee, tier, base)] : []
    await keepSnapshot(tx, current, context)
    await markPassengers(tx, row.id, new Map(leaving.map((position) => [position, 'cancelled'])))
    return {
      action: 'passengers_cancelled',
      reason: wish.reason,
      values: { ...aboard, ...priceColumns(current, priceOf([...lines, ...charged], [current.currency]).lines) },
      settle: () => shareCommission(tx, current),
    }
  }
