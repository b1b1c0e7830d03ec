import type { ToneName } from './theme/palette'

export type StatusGlyph = 'dot' | 'ring' | 'half' | 'check' | 'cross' | 'pause' | 'clock' | 'play'

interface StatusLook {
  tone: ToneName
  glyph: StatusGlyph
}

const look = (tone: ToneName, glyph: StatusGlyph): StatusLook => ({ tone, glyph })

/** How a status looks, by its word: one word means the same in every vocabulary. */
const LOOKS: Readonly<Record<string, StatusLook>> = {
  active: look('success', 'dot'),
  available: look('success', 'dot'),
  AVAILABLE: look('success', 'dot'),
  confirmed: look('success', 'check'),
  paid: look('success', 'check'),
  completed: look('neutral', 'check'),
  refunded: look('neutral', 'check'),
  scheduled: look('info', 'clock'),
  checked_in: look('info', 'check'),
  boarded: look('info', 'play'),
  in_progress: look('info', 'play'),
  boarding: look('warning', 'play'),
  invited: look('info', 'clock'),
  pending: look('warning', 'clock'),
  waiting: look('info', 'clock'),
  offered: look('warning', 'clock'),
  booked: look('success', 'check'),
  on_hold: look('warning', 'clock'),
  part_paid: look('warning', 'half'),
  unpaid: look('warning', 'ring'),
  refund_due: look('warning', 'half'),
  LIMITED: look('warning', 'half'),
  out_of_service: look('warning', 'pause'),
  suspended: look('warning', 'pause'),
  interrupted: look('warning', 'pause'),
  locked: look('warning', 'pause'),
  sent: look('success', 'check'),
  queued: look('info', 'clock'),
  kept: look('warning', 'pause'),
  running: look('info', 'play'),
  succeeded: look('success', 'check'),
  refused: look('danger', 'cross'),
  failed: look('danger', 'cross'),
  cancelled: look('danger', 'cross'),
  rejected: look('danger', 'cross'),
  terminated: look('danger', 'cross'),
  no_show: look('danger', 'cross'),
  SOLD_OUT: look('danger', 'dot'),
}

const QUIET = look('neutral', 'ring')

export function statusLook(value: string): StatusLook {
  return LOOKS[value] ?? QUIET
}
