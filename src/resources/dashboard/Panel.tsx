import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useId, type ReactNode } from 'react'

interface PanelProps {
  title: string
  /** Shown at the end of the header. */
  action?: ReactNode
  children: ReactNode
}

/** A framed section of the dashboard, labelled by its title. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          minHeight: 44,
          px: 4,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="h2" id={id} sx={{ m: 0, flex: 1, minWidth: 0, fontSize: 'body1.fontSize', fontWeight: 600 }}>
          {title}
        </Box>
        {action}
      </Box>
      {children}
    </Paper>
  )
}
