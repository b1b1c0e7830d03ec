import Paper from '@mui/material/Paper'
import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

interface FloatingNoticeProps {
  /** `alert` where the reader has to act, `status` otherwise. */
  role: 'alert' | 'status'
  /** Buttons, which stay side by side. */
  action?: ReactNode
  children: ReactNode
}

/** Holds all notices, one below the other, in the document while there is one. `src/boot/boot.css` lays it out. */
const column = document.createElement('div')
column.className = 'notices'
let noticeCount = 0

function showColumn(): () => void {
  noticeCount += 1
  // A dialog hides from assistive technology what was in the document before it.
  column.removeAttribute('aria-hidden')
  if (!column.isConnected) document.body.append(column)
  return () => {
    noticeCount -= 1
    if (noticeCount === 0) column.remove()
  }
}

/** A line over the foot of any screen, beside the other notices; it moves nothing of the page. */
export function FloatingNotice({ role, action, children }: FloatingNoticeProps) {
  useLayoutEffect(showColumn, [])
  return createPortal(
    <Paper
      role={role}
      variant="outlined"
      sx={{
        borderRadius: 2,
        fontSize: 'body2.fontSize',
        boxShadow: '0 4px 16px rgba(10, 15, 30, 0.10)',
      }}
    >
      {children}
      {action && <div>{action}</div>}
    </Paper>,
    column,
  )
}
