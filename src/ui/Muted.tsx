import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export function Muted({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: 'text.disabled' }}>
      {children}
    </Box>
  )
}

/** Stands where there is no value. */
export const NOTHING = <Muted>–</Muted>
