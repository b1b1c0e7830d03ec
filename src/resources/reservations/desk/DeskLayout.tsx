import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import type { StyleObject } from '../../../ui/theme/theme'
import { useFormat } from '../../../ui/useFormat'

interface DeskColumnsProps {
  /** What is sold, beside the form. */
  aside: ReactNode
  sx?: StyleObject
  children: ReactNode
}

/** The form of a sale, and what is sold beside it; below it where there is no room. */
export const DeskColumns = ({ aside, sx, children }: DeskColumnsProps) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
      gap: 4,
      alignItems: 'start',
      ...sx,
    }}
  >
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>{children}</Box>
    {aside}
  </Box>
)

/** The frame of what is sold, always in sight. */
export function AsideCard({ children }: { children: ReactNode }) {
  const { t } = useFormat()
  return (
    <Paper
      component="aside"
      variant="outlined"
      aria-label={t('app.desk.sale')}
      sx={{
        p: { xs: 4, md: 5 },
        borderRadius: 2.5,
        position: { lg: 'sticky' },
        top: { lg: 72 },
        display: 'grid',
        gap: 4,
      }}
    >
      {children}
    </Paper>
  )
}
