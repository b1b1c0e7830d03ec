import Paper from '@mui/material/Paper'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface FloatingNoticeProps {
  /** `alert` when the reader must act, `status` otherwise. */
  role: 'alert' | 'status'
  /** Buttons, displayed side by side. */
  action?: ReactNode
  children: ReactNode
}

/** Container of all notices, in the document only while there are any. `src/boot/boot.css` lays it out. */
const column = document.createElement('div')
column.className = 'notices'
let noticeCount = 0

function showColumn(): () => void {
  noticeCount += 1
  // A dialog hides earlier content of the document from assistive technology.
  column.removeAttribute('aria-hidden')
  if (!column.isConnected) document.body.append(column)
  return () => {
    noticeCount -= 1
    if (noticeCount === 0) column.remove()
  }
}

/**
 * Returns the ref and the focus handler of a notice. When it closes with the focus inside, the focus returns to the element
 * that had it before, or else to the page.
 */
function useFocusReturn() {
  const notice = useRef<HTMLDivElement>(null)
  const previous = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const own = notice.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const target = previous.current?.isConnected ? previous.current : document.querySelector('main')
      target?.focus({ preventScroll: true })
    }
  }, [])
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget instanceof HTMLElement && !column.contains(relatedTarget)
    // The body has the focus when no element does.
    if (isElsewhere && relatedTarget !== document.body) previous.current = relatedTarget
  }
  return { ref: notice, onFocus }
}

/** Notice at the bottom of any screen, stacked with other notices; it does not move the page. */
export function FloatingNotice({ role, action, children }: FloatingNoticeProps) {
  // Runs before the column is removed, which takes the focus with it.
  const focusReturn = useFocusReturn()
  useLayoutEffect(showColumn, [])
  return createPortal(
    <Paper
      {...focusReturn}
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
