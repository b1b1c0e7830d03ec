import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** One line of a short list, with what can be done about it. */
export function Row({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        py: 2,
        fontSize: 13,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {children}
      {actions && <Box sx={{ display: 'flex', gap: 1 }}>{actions}</Box>}
    </Box>
  )
}

export const Rows = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)

/** What a line says, and more about it below. */
export const Words = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
    <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{children}</Box>
    <Box sx={{ fontSize: 12, color: 'text.secondary', overflowWrap: 'anywhere' }}>{below}</Box>
  </Box>
)
