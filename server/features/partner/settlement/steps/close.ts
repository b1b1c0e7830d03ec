import type { z } from 'zod'
import { uuidv7 } from 'uuidv7'
import { STATEMENT_DUE_DAYS } from '../../../../../contract/core/limits/money'
import type { closePartnerStatement, SettledStatement } from '../../../../../contract/partner/settlement'
import type { Tx } from '../../../../db/transaction'
import { dayAt } from '../../../../domain/pricing/travel'
import { dayAfter } from '../../../../domain/timetable/calendar'
import type { Context } from '../../../../kernel/context'
import { Refusal, invalidAt } from '../../../../http/refusal'
import { audit } from '../../../../kernel/audit'
import {
  insertStatement,
  lockPartner,
  unsettledLines,
  type PartnerToSettle,
  type UnsettledLine,
} from '../repository/closing'
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
  if (!partner) throw new Refusal('not_found', 'There is no partner with this id.')
  const now = context.now()
  const today = dayAt(now.toISOString(), partner.timezone)
  refuseOddDays(partner, { to, due_on, today })
  const lines = await unsettledLines(tx, partnerId, to)
  if (lines.length === 0) throw invalidAt('to', 'There is nothing to settle up to this day. Choose a later one.')
  const closed = new Set<number>()
  for (const currency of [...new Set(lines.map((line) => line.currency))].sort()) {
    const some = lines.filter((line) => line.currency === currency)
    const sums = sumsOf(some)
    const number = await insertStatement(
      tx,
      {
        id: uuidv7(),
        partner_id: partnerId,
        from_date: partner.closed_to === null ? earliest(some, to) : dayAfter(partner.closed_to),
        to_date: to,
        currency,
        ...sums,
        closed_at: now.toISOString(),
        closed_by_user_id: context.actor.kind === 'user' ? context.actor.id : null,
        due_on: due_on ?? dayAfter(today, STATEMENT_DUE_DAYS),
      },
      some,
    )
    closed.add(number)
    await audit(tx, context, {
      action: 'partners.statement_closed',
      entity: { type: 'partners', id: partnerId, label: partner.code },
      changes: [
        { field: 'number', old: null, new: number },
        { field: 'to', old: partner.closed_to, new: to },
        { field: 'net_minor', old: null, new: sums.net_minor },
        { field: 'currency', old: null, new: currency },
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
    throw invalidAt('to', 'This day has not ended in the time zone of the partner. Choose an earlier one.')
  if (closed_to !== null && to <= closed_to)
    throw invalidAt('to', `Everything up to ${closed_to} is already on a statement. Choose a later day.`)
  if (due_on !== undefined && due_on < today) throw invalidAt('due_on', 'Must be today or a later day.')
}

function sumsOf(lines: readonly UnsettledLine[]) {
  const sum = (name: 'gross_minor' | 'commission_minor' | 'collected_minor' | 'net_minor') =>
    lines.reduce((all, line) => all + line[name], 0)
  return {
    gross_minor: sum('gross_minor'),
    commission_minor: sum('commission_minor'),
    collected_minor: sum('collected_minor'),
    net_minor: sum('net_minor'),
  }
}

/** Returns the earliest day of departure of the lines, at most the last day of the period. */
const earliest = (lines: readonly UnsettledLine[], to: string): string =>
  lines.reduce((first, { day }) => (day < first ? day : first), to)
