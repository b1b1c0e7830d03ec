import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import type { Reservation } from '../../../../contract/entities/reservation'
import { HOLD_DEFAULT_MIN, HOLD_EXTENSIONS_MAX } from '../../../../contract/core/limits/holds'
import { useFormat } from '../../../ui/useFormat'
import { useSecondsLeft } from '../../../ui/useSecondsLeft'

const MINUTE_S = 60
const HOLD_S = HOLD_DEFAULT_MIN * MINUTE_S
/** The clock shows a warning from this remaining time. */
const SHORT_S = 2 * MINUTE_S
const FULL_PCT = 100

/** Formats seconds as minutes and seconds: `12:05`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`

interface HoldClockProps {
  hold: Reservation
  busy: boolean
  onExtend: () => void
  onRelease: () => void
}

/** Remaining time of the hold, with buttons to extend and release it. */
export function HoldClock({ hold, busy, onExtend, onRelease }: HoldClockProps) {
  const { t } = useFormat()
  const left = useSecondsLeft(hold.hold_expires_at)
  const time = clockText(left)
  const isShort = left <= SHORT_S
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
      <CircularProgress
        aria-hidden
        variant="determinate"
        value={Math.min(FULL_PCT, (left / HOLD_S) * FULL_PCT)}
        size={22}
        thickness={6}
        color={isShort ? 'warning' : 'primary'}
      />
      <Box
        role="timer"
        sx={{
          flex: 1,
          fontSize: 'body2.fontSize',
          whiteSpace: 'nowrap',
          color: isShort ? 'warning.main' : 'text.secondary',
        }}
      >
        {t('app.desk.heldFor')}{' '}
        <Box component="bdi" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {time}
        </Box>
      </Box>
      <Button disabled={busy || hold.hold_extensions >= HOLD_EXTENSIONS_MAX} onClick={onExtend}>
        {t('app.desk.extend')}
      </Button>
      <Button disabled={busy} onClick={onRelease}>
        {t('app.desk.release')}
      </Button>
    </Box>
  )
}
