import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface RailProps {
  role: 'dialog' | 'region'
  label: string
  onEscape?: () => void
  children: ReactNode
}

/** A column next to the board that scrolls independently. */
export const Rail = ({ role, label, onEscape, children }: RailProps) => (
  <Box
    role={role}
    aria-label={label}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onEscape?.()
    }}
    sx={{
      flex: 'none',
      width: 288,
      boxSizing: 'border-box',
      overflow: 'auto',
      display: 'flex',
      flexDirection: 'column',
      gap: 2,
      p: 3,
      border: 1,
      borderColor: 'divider',
      borderRadius: 2,
      bgcolor: 'background.paper',
      fontSize: 'body2.fontSize',
    }}
  >
    {children}
  </Box>
)
