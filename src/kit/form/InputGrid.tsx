import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Inputs side by side, two to a line where there is room. */
export const InputGrid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
      columnGap: 5,
      rowGap: 4,
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
)

/** An input of an `InputGrid` on a line of its own. */
export const WholeLine = ({ children }: { children: ReactNode }) => (
  <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>{children}</Box>
)
