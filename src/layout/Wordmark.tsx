import Box from '@mui/material/Box'
import { BRAND } from '../config'

/** Mark and name of the product. */
export function Wordmark({ size = 26 }: { size?: number }) {
  return (
    <Box
      component="span"
      dir="ltr"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.25, color: 'text.primary' }}
    >
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#1f4fd8" />
        <path
          d="M7 10l4.8 12L16 12.4 20.2 22 25 10"
          fill="none"
          stroke="#fff"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Box component="span" sx={{ fontSize: size * 0.62, fontWeight: 650, letterSpacing: '-0.02em' }}>
        {BRAND}
      </Box>
    </Box>
  )
}
