import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import CancelIcon from '@mui/icons-material/HighlightOff'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'

const STYLES = {
  moved: [CheckIcon, 'success'],
  done: [CheckIcon, 'success'],
  cancelled: [CancelIcon, 'danger'],
  direction_cancelled: [CancelIcon, 'danger'],
  failed: [WarningIcon, 'warning'],
} as const

/** Result of an operation, as an icon and a text. */
export function Outcome({ state, text }: { state: keyof typeof STYLES; text: string }) {
  const [Icon, tone] = STYLES[state]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        gap: 1,
        alignItems: 'flex-start',
        color: (theme) => theme.colours.tones[tone].ink,
      }}
    >
      <Icon fontSize="text" sx={{ mt: '1px' }} />
      <span>{text}</span>
    </Box>
  )
}
