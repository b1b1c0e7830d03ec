import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The wider column of a page and the narrower one beside it; one below the other where there is no room. */
export function TwoColumns({ children }: { children: [wide: ReactNode, narrow: ReactNode] }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        gap: 4,
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  )
}
