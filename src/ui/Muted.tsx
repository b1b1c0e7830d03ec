import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface MutedProps {
  /** In a table's cell, which gives the looks itself. */
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

/** Stands where there is no value. */
export const NOTHING = <Muted>–</Muted>
export const BARE_NOTHING = <Muted bare>–</Muted>
