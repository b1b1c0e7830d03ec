import type { StatementState } from '../../../contract/partner/settlement'

/** Returns the state of a statement on a day. Amounts in minor units, negative if owed to the partner. */
export function statementState(
  { net_minor: net, paid_minor: paid, due_on }: { net_minor: number; paid_minor: number; due_on: string },
  today: string,
): StatementState {
  if (paid === net) return 'paid'
  if (due_on < today) return 'overdue'
  return paid === 0 ? 'open' : 'part_paid'
}
