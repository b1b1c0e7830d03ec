import type { z } from 'zod'
import { uuidv7 } from 'uuidv7'
import type { closePartnerStatement, SettledStatement } from '../../../../../contract/partner/settlement'
import { sentence } from '../../../../../contract/core/sentence'
import type { Tx } from '../../../../db/transaction'
import { dayAt } from '../../../../domain/pricing/travel'
import { dayAfter } from '../../../../domain/timetable/calendar'
import type { Context } from '../../../../kernel/context'
import { Refusal, invalidAt } from '../../../../http/refusal'
import { audit } from '../../../../kernel/audit'
import { insertStatement, listUnsettledTrips, lockPartner, type PartnerToSettle } from '../repository/closing'
import { statementsOf } from '../repository/statements'

/**
 * Closes the period up to a day: one statement per currency with everything not on an earlier one.
 * @throws Refusal not_found or validation
 */
export async function closePeriod(
  tx: Tx,
  partnerId: string,
  { to, due_on }: z.output<typeof closePartnerStatement.body>,
  context: Context,
): Promise<SettledStatement[]> {
  const partner = await lockPartner(tx, partnerId)
  if (!partner) throw new Refusal('not_found', sentence`There is no partner with this id.`)
  const now = context.now()
  const today = dayAt(now.toISOString(), partner.timezone)
  refuseOddDays(partner, { to, due_on, today })
  const unsettled = await listUnsettledTrips(tx, partnerId, to)
  if (unsettled.length === 0)
    throw invalidAt('to', sentence`There is nothing to settle up to this day. Choose a later one.`)
  const closed = new Set<number>()
  for (const { first_day, lines, ...amounts } of unsettled) {
    const number = await insertStatement(
      tx,
      {
        id: uuidv7(),
        partner_id: partnerId,
        from_date: partner.closed_to === null ? earlierOf(first_day, to) : dayAfter(partner.closed_to),
        to_date: to,
        ...amounts,
        closed_at: now.toISOString(),
        closed_by_user_id: context.actor.kind === 'user' ? context.actor.id : null,
        due_on: due_on ?? dayAfter(today, partner.payment_days),
      },
      lines,
    )
    closed.add(number)
    await audit(tx, context, {
      action: 'partners.statement_closed',
      entity: { type: 'partners', id: partnerId, label: partner.code },
      changes: [
        { field: 'number', old: null, new: number },
        { field: 'to', old: partner.closed_to, new: to },
        { field: 'net_minor', old: null, new: amounts.net_minor },
        { field: 'currency', old: null, new: amounts.currency },
      ],
    })
  }
  return (await statementsOf(tx, partnerId, now)).filter(({ number }) => closed.has(number))
}

function refuseOddDays(
  { closed_to }: PartnerToSettle,
  { to, due_on, today }: { to: string; due_on: string | undefined; today: string },
): void {
  if (to >= today)
    throw invalidAt('to', sentence`This day has not ended in the time zone of the partner. Choose an earlier one.`)
  if (closed_to !== null && to <= closed_to)
    throw invalidAt('to', sentence`Everything up to ${closed_to} is already on a statement. Choose a later day.`)
  if (due_on !== undefined && due_on < today) throw invalidAt('due_on', sentence`Must be today or a later day.`)
}

/** Days as YYYY-MM-DD. */
const earlierOf = (one: string, other: string): string => (one < other ? one : other)
