import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import type { ToneName } from './theme/palette'

type StatusGlyph = 'dot' | 'ring' | 'half' | 'check' | 'cross' | 'pause' | 'clock' | 'play'

interface StatusStyle {
  tone: ToneName
  glyph: StatusGlyph
}

const style = (tone: ToneName, glyph: StatusGlyph): StatusStyle => ({ tone, glyph })

/** Style of each status value; a value means the same in every vocabulary. */
const STYLES: Readonly<Record<string, StatusStyle>> = {
  active: style('success', 'dot'),
  available: style('success', 'dot'),
  AVAILABLE: style('success', 'dot'),
  confirmed: style('success', 'check'),
  paid: style('success', 'check'),
  posted: style('success', 'check'),
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
  open: style('info', 'ring'),
  overdue: style('danger', 'clock'),
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
  voided: style('neutral', 'cross'),
  cancelled: style('danger', 'cross'),
  rejected: style('danger', 'cross'),
  terminated: style('danger', 'cross'),
  no_show: style('danger', 'cross'),
  SOLD_OUT: style('danger', 'dot'),
}

const QUIET = style('neutral', 'ring')

function statusStyle(value: string): StatusStyle {
  return STYLES[value] ?? QUIET
}

const GLYPHS: Record<StatusGlyph, string> = {
  dot: 'M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z',
  ring: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 4.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6z',
  half: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zm0 1.7v7.6a3.8 3.8 0 0 1 0-7.6z',
  check:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zm3 4.9-3.6 3.8a.8.8 0 0 1-1.15 0L4.9 9.1a.8.8 0 0 1 1.15-1.1l.8.8 3-3.2A.8.8 0 1 1 11 6.7z',
  cross:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zm2.7 7.8a.8.8 0 1 1-1.1 1.1L8 9.1l-1.6 1.6a.8.8 0 1 1-1.1-1.1L6.9 8 5.3 6.4a.8.8 0 1 1 1.1-1.1L8 6.9l1.6-1.6a.8.8 0 1 1 1.1 1.1L9.1 8z',
  pause:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM7.2 10a.8.8 0 0 1-1.6 0V6a.8.8 0 0 1 1.6 0zm3.2 0a.8.8 0 0 1-1.6 0V6a.8.8 0 0 1 1.6 0z',
  clock:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zm2.6 7.3a.8.8 0 0 1-1.1.3L7.6 8.3a.8.8 0 0 1-.4-.7V4.8a.8.8 0 0 1 1.6 0v2.3l1.5.9a.8.8 0 0 1 .3 1.1z',
  play: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zm2.4 6.9-3.3 2a.8.8 0 0 1-1.2-.7V6a.8.8 0 0 1 1.2-.7l3.3 2a.8.8 0 0 1 0 1.4z',
}

interface StatusMarkProps {
  /** Status value as stored. */
  value: string
  /** Localized status. */
  label: string
  /** Whether it has a background, for the head of a page. */
  filled?: boolean
  /** Whether to omit the wrapper, in a cell that does not separate icon and label. */
  bare?: boolean
}

/** Status as a coloured icon and a label, never as colour alone. */
export function StatusMark({ value, label, filled = false, bare = false }: StatusMarkProps) {
  const { tone, glyph } = statusStyle(value)
  const { colours } = useTheme()
  const sign = (
    <svg viewBox="0 0 16 16" width="15" height="15" fill={colours.tones[tone].ink} aria-hidden="true">
      <path d={GLYPHS[glyph]} />
    </svg>
  )
  if (bare)
    return (
      <>
        {sign} {label}
      </>
    )
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
        ...(filled && {
          fontSize: 'caption.fontSize',
          fontWeight: 550,
          lineHeight: '20px',
          px: 2,
          py: 0.25,
          borderRadius: 1.5,
          color: (theme) => theme.colours.tones[tone].ink,
          bgcolor: (theme) => theme.colours.tones[tone].ground,
        }),
        '& svg': { flex: 'none' },
      }}
    >
      {sign}
      {label}
    </Box>
  )
}
