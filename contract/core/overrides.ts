import type { Role } from './vocabulary'

/** What somebody may do beyond the rules that hold for everybody, always with a reason in the history. */
export type Override =
  | 'overbook'
  | 'sell_after_cutoff'
  | 'undo_cancellation'
  | 'waive_fee'
  | 'cancel_journey'
  | 'exceed_driving_limits'
  | 'hire_in_past'

/** Who may go beyond which rule. What is double-booked or unlicensed nobody may override. */
const OVERRIDES: Record<Override, readonly Role[]> = {
  overbook: ['admin', 'manager', 'dispatcher'],
  sell_after_cutoff: ['admin', 'manager', 'dispatcher'],
  undo_cancellation: ['admin', 'manager'],
  waive_fee: ['admin', 'manager'],
  cancel_journey: ['admin', 'manager'],
  exceed_driving_limits: ['admin', 'manager'],
  hire_in_past: ['admin', 'manager'],
}

export const mayOverride = (role: Role, override: Override): boolean => OVERRIDES[override].includes(role)
