import Box from '@mui/material/Box'
import type { ApiLogEntry } from '../../../contract/partner/logs'
import type { ToneName } from '../theme/palette'

const REFUSED = 400
const FAILED = 500

const toneOf = (status: number): ToneName => (status >= FAILED ? 'danger' : status >= REFUSED ? 'warning' : 'success')

/** What a call was answered: the number, and for a refusal its code. */
export function CallStatus({ call }: { call: Pick<ApiLogEntry, 'status' | 'problem_code'> }) {
  return (
    <Box component="bdi" sx={{ whiteSpace: 'nowrap', color: (theme) => theme.colours.tones[toneOf(call.status)].ink }}>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {call.status}
      </Box>
      {call.problem_code && ` ${call.problem_code}`}
    </Box>
  )
}
