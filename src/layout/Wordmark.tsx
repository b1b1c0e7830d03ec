import Box from '@mui/material/Box'
import { BRAND } from '../providers/config'

interface WordmarkProps {
  /** Edge of the logo, px; the font size of the name follows it. */
  size?: number
  /** Class of the name, for containers that hide it. */
  labelClass?: string
}

export function Wordmark({ size = 26, labelClass }: WordmarkProps) {
  return (
    <Box
      component="span"
      dir="ltr"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.25, color: 'text.primary', whiteSpace: 'nowrap' }}
    >
      <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: size, height: size, flex: 'none' }}>
        <rect width="32" height="32" rx="8" fill="#1f4fd8" />
        <path
          d="M7 10l4.8 12L16 12.4 20.2 22 25 10"
          fill="none"
          stroke="#fff"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Box>
      <Box
        component="span"
        {...(labelClass && { className: labelClass })}
        sx={{ fontSize: size * 0.62, fontWeight: 650, letterSpacing: '-0.02em' }}
      >
        {BRAND}
      </Box>
    </Box>
  )
}
