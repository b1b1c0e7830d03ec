import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Row actions at the height of the text; at the end of the line where a row is a block. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, my: -1.5, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
  >
    {children}
  </Box>
)
