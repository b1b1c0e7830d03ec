import type { ToneName } from './theme/palette'

export type StatusGlyph = 'dot' | 'ring' | 'half' | 'check' | 'cross' | 'pause' | 'clock' | 'play'

interface StatusStyle {
  tone: ToneName
  glyph: StatusGlyph
}

const style = (tone: ToneName, glyph: StatusGlyph): StatusStyle => ({ tone, glyph })

/** How a status is drawn, by its word: one word means the same in every vocabulary. */
const STYLES: Readonly<Record<string, StatusStyle>> = {
  active: style('success', 'dot'),
  available: style('success', 'dot'),
  AVAILABLE: style('success', 'dot'),
  confirmed: style('success', 'check'),
  paid: style('success', 'check'),
  completed: style('neutral', 'check'),
  refunded: style('neutral', 'check'),
  scheduled: style('info', 'clock'),
  checked_in: style('info', 'check'),
  boarded: style('info', 'play'),
  in_progress: style('info', 'play'),
  boarding: style('warning', 'play'),
  invited: style('info', 'clock'),
  pending: style('warning', 'clock'),
  waiting: style('info', 'clock'),
  offered: style('warning', 'clock'),
  booked: style('success', 'check'),
  on_hold: style('warning', 'clock'),
  part_paid: style('warning', 'half'),
  unpaid: style('warning', 'ring'),
  refund_due: style('warning', 'half'),
  LIMITED: style('warning', 'half'),
  out_of_service: style('warning', 'pause'),
  suspended: style('warning', 'pause'),
  interrupted: style('warning', 'pause'),
  locked: style('warning', 'pause'),
  sent: style('success', 'check'),
  queued: style('info', 'clock'),
  kept: style('warning', 'pause'),
  running: style('info', 'play'),
  succeeded: style('success', 'check'),
  refused: style('danger', 'cross'),
  failed: style('danger', 'cross'),
  cancelled: style('danger', 'cross'),
  rejected: style('danger', 'cross'),
  terminated: style('danger', 'cross'),
  no_show: style('danger', 'cross'),
  SOLD_OUT: style('danger', 'dot'),
}

const QUIET = style('neutral', 'ring')

export function statusStyle(value: string): StatusStyle {
  return STYLES[value] ?? QUIET
}
