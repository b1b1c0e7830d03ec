import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'

interface FloatingNoticeProps {
  /** `alert` where the reader has to act, `status` otherwise. */
  role: 'alert' | 'status'
  children: ReactNode
}

/** A line over the foot of any screen; it moves nothing. */
export function FloatingNotice({ role, children }: FloatingNoticeProps) {
  return (
    <Paper
      role={role}
      variant="outlined"
      sx={{
        position: 'fixed',
        insetBlockEnd: 16,
        insetInline: 0,
        mx: 'auto',
        width: 'fit-content',
        maxWidth: 'calc(100% - 32px)',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 2,
        borderRadius: 2,
        fontSize: 'body2.fontSize',
        zIndex: 'snackbar',
      }}
    >
      {children}
    </Paper>
  )
}
