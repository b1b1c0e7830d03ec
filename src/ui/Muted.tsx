import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface MutedProps {
  /** Whether to omit styles, for table cells that provide them. */
  bare?: boolean
  children: ReactNode
}

export function Muted({ bare = false, children }: MutedProps) {
  if (bare) return <span className="muted">{children}</span>
  return (
    <Box component="span" sx={{ color: 'text.disabled' }}>
      {children}
    </Box>
  )
}

/** Placeholder for an absent value. */
export const NOTHING = <Muted>–</Muted>
export const BARE_NOTHING = <Muted bare>–</Muted>
