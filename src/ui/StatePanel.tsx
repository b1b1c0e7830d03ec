import Box from '@mui/material/Box'
import type SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface StatePanelProps {
  icon: typeof SvgIcon
  title: string
  /** Sentence that states the fact and what to do about it. */
  text?: string
  action?: ReactNode
  role?: 'status' | 'alert'
  /** Whether this is the only content of the page, so that its title is the page heading. */
  whole?: boolean
}

/** Placeholder for data: nothing yet, nothing found, not allowed, failed. */
export function StatePanel({ icon: Icon, title, text, action, role = 'status', whole = false }: StatePanelProps) {
  return (
    <Box
      role={role}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        textAlign: 'center',
        gap: 1,
        px: 6,
        py: 16,
        minHeight: 320,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 44,
          height: 44,
          mb: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 3,
          color: 'text.secondary',
        }}
      >
        <Icon sx={{ fontSize: 'h1.fontSize' }} />
      </Box>
      <Typography variant="h2" component={whole ? 'h1' : 'h2'}>
        {title}
      </Typography>
      {text && (
        <Typography color="text.secondary" sx={{ maxWidth: '46ch' }}>
          {text}
        </Typography>
      )}
      {action && (
        <Box sx={{ mt: 4, display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>{action}</Box>
      )}
    </Box>
  )
}
